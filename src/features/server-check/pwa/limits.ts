/** A larger offset confuses people: receipts and lists show the server's time. */
export const BROWSER_CHECKS_CLOCK_OFFSET_MAX_MS = 60_000;

/** A larger offset confuses people: receipts and lists show the server's time. */
export const BROWSER_CHECKS_CLOCK_OFFSET_MAX_MS = 60_000;

/** The pages and a day of operations take less. */
export const FREE_STORAGE_MIN_BYTES = 50 * 1024 * 1024;

/** Silence that ends a burst, ms: longer than the pauses of the slowest scanner. */
export const SILENCE_MS = 400;

/** No person pulls the trigger again this soon after a scan, ms. */
export const SAME_TRIGGER_MS = 250;

/** Number of scans that stay on the page, in memory only. */
export const SCANS_MAX = 12;

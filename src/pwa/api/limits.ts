/** Longer, because a large file is streamed while it is created. */
export const FILE_WITHIN_MS = 5 * 60_000;

export const PROBE_WITHIN_MS = 5_000;

/** A restore or set-up from another device may make this one a till. */
export const NEW_DEVICE_POLL_MS = 10_000;
/** Interval of retries while the server does not answer. */
export const QUERIES_RETRY_MS = 3_000;
/** Poll interval, in case a pushed change was missed. */
export const FALLBACK_POLL_MS = 60_000;
/** Interval while the shop is closed because of its journal. */
export const CLOSED_POLL_MS = 2_000;

/** Changes come in bursts; a visible list is reloaded at most this often. */
export const AT_MOST_EVERY_MS = 1_000;
/** Changes within this time are handled together. */
export const STALE_COLLECT_MS = 50;

/**
 * Delay before a refused stream is opened again. The browser reopens interrupted streams itself.
 */
export const REOPEN_MS = 5_000;

/** More tills than any device sees. */
export const TILLS_MAX = 50;

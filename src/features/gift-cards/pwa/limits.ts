export const CARDS_MAX = 20;

/** Largest accepted file, far larger than the longest list. */
export const FILE_BYTES_MAX = 256 * 1024;

/** Poll interval of a running activation, in case events are missed. */
export const RUNNING_MS = 1_000;

/** The PUT answers at the end, after some seconds; progress can be queried earlier. */
export const QUERY_AFTER_MS = 400;
/**
 * A list unknown to the server after this time is missing. Longer than the PUT of an activation can
 * take.
 */
export const STORE_MISSING_AFTER_MS = 20_000;

export const NUMBERS_MAX = 6;

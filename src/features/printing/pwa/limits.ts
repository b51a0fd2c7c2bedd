export const PRINTOUTS_MAX = 20;

/** Poll interval while a print job runs, in case a pushed change was missed. */
export const PRINTING_QUERIES_POLL_MS = 3_000;

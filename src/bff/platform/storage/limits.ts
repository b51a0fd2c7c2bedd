/** How soon a server learns of a new key. */
export const KEY_WATCH_CHECK_EVERY_MS = 2_000;

/** How long one migration may take, including the wait for another server that runs it. */
export const MIGRATION_MS = 60 * 60_000;
/** Time limit of a query over years, and the number of such queries in parallel. */
export const LONG_QUERY_MAX_MS = 60_000;

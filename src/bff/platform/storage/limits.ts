/** A server that fails to migrate is started again and again; each start makes a backup. */
export const COPIES_MAX = 2;

/** The pause after a failed backup. */
export const BACKUPS_RETRY_AFTER_MS = 15 * 60_000;
/** The pause before the shop is set up. */
export const SET_UP_PAUSE_MS = 60_000;
/** A manager is notified if a backup is this late. A backup takes some minutes. */
export const BACKUPS_OVERDUE_AFTER_MS = 60 * 60_000;

/** How soon a server learns of a new key. */
export const KEY_WATCH_CHECK_EVERY_MS = 2_000;

/** Time limit of a dump, which uses one snapshot of the database. */
export const DUMP_MS = 6 * 60 * 60_000;

/** Each shop adds one line. */
export const MANIFEST_BYTES_MAX = 4 * 1024 * 1024;

/** How long one migration may take, including the wait for another server that runs it. */
export const MIGRATION_MS = 60 * 60_000;
/** Time limit of a query over years, and the number of such queries in parallel. */
export const LONG_QUERY_MAX_MS = 60_000;

export const OUTPUT_MAX = 2_000;

/** How long one change of the database may take. */
export const CHANGE_MS = 60 * 60_000;

/**
 * How long before the newest fact the missing period may begin: clocks may have been set, and a
 * fact is written some time after its event.
 */
export const REVOKE_ACCESS_GAP_MARGIN_MS = 15 * 60_000;

/** No use takes longer. */
export const USED_MAX_MS = 12 * 60 * 60_000;
/** Creating a database copies a template. */
export const CREATE_MS = 10 * 60_000;

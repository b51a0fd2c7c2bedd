/** A server that fails to migrate is started again and again; each start makes a backup. */
export const COPIES_MAX = 2;

/** The pause after a failed backup. */
export const BACKUPS_RETRY_AFTER_MS = 15 * 60_000;
/** The pause before the shop is set up. */
export const SET_UP_PAUSE_MS = 60_000;
/** A manager is notified if a backup is this late. A backup takes some minutes. */
export const BACKUPS_OVERDUE_AFTER_MS = 60 * 60_000;

/** Time limit of a dump, which uses one snapshot of the database. */
export const DUMP_MS = 6 * 60 * 60_000;

/** Each shop adds one line. */
export const MANIFEST_BYTES_MAX = 4 * 1024 * 1024;

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

/** No trial takes longer. */
export const TRIAL_MAX_MS = 12 * 60 * 60_000;

/**
 * A gap that began this long before it was found is one of older data. It includes the quarter of
 * an hour by which a gap begins before the newest fact.
 */
export const FAILOVER_LOSES_AT_MOST_MS = 75 * 60_000;

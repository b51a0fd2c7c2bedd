/**
 * If an operation of this server has not changed for this long, which is longer than any attempt
 * takes, no code may be working on it: the connection to the database may have broken during its
 * first commit.
 */
export const ABANDONED_AFTER_MS = 4 * 60_000;

/** Pause before the journal is tried again after an error. */
export const RUNS_JOURNAL_RETRY_MS = 1_000;

/** A snapshot older than this proves nothing about the current balance. */
export const SNAPSHOT_FRESH_MS = 10 * 60_000;

/** Records of a page that are read together, so that a list leaves connections for redemptions. */
export const RECORDS_AT_ONCE = 20;

/**
 * Longest time between the time of an operation and its first statement in the database: the wait
 * for a connection and for a lock, and 40 s by which the clocks of servers may differ.
 */
export const BEGINS_WITHIN_MS = 60_000;

/** How often an idle server checks its files. */
export const JOURNAL_FILES_CHECK_EVERY_MS = 1_000;

/**
 * A till that was used within this time before a gap is awaited; others may be out of use. Four
 * days cover a till that was used in the gap for the first time after a long weekend.
 */
export const AWAIT_TILLS_USED_WITHIN_MS = 4 * 24 * 60 * 60_000;

/**
 * Younger days have no version, and no transaction stays open long enough to still write to a day
 * that counts as settled.
 */
export const SETTLED_AFTER_DAYS = 4;

/** How often to check that the connection still holds the lock, and how long an answer may take. */
export const LIVE_SERVERS_POLL_EVERY_MS = 10_000;
export const LIVE_SERVERS_ANSWER_WITHIN_MS = 5_000;
export const RECONNECT_FIRST_MS = 100;
export const RECONNECT_LONGEST_MS = 5_000;

export const PLANS_MAX = 200;

/**
 * Largest number of connections of one server. PostgreSQL allows 100 by default, for all servers
 * together.
 */
export const POSTGRES_CONNECTIONS_MAX = 10;
export const CONNECT_MS = 5_000;
/** How long PostgreSQL works on one statement before it gives up. */
export const STATEMENT_MS = 10_000;
/**
 * How long to wait for a free connection. After this time the database is busy, because an
 * unavailable one is noticed earlier.
 */
export const QUEUE_MS = STATEMENT_MS + 5_000;
/** How long one statement waits for a lock that another transaction holds. */
export const LOCK_MS = 5_000;
/**
 * This server stops waiting for a statement after this time, because the database machine may be
 * down.
 */
export const POSTGRES_ANSWER_TIMEOUT_MS = STATEMENT_MS + 2_000;

/**
 * A query without an answer for this long makes a second connection probe the database; and the
 * time limit of that probe.
 */
export const SLOW_MS = 300;
export const PROBE_MS = 900;
/** A probe that took longer than this proves nothing, because this process was too busy. */
export const PROBE_DELAY_MAX_MS = 1.5 * PROBE_MS;

/** Another program locks the file of the embedded database for milliseconds at a time. */
export const RETRY_WHILE_LOCKED_RETRY_AFTER_MS = 50;
export const TRIES_MAX = 100;

/**
 * Largest number of prepared statements in memory. The program has far fewer texts, apart from
 * lists of varying length.
 */
export const STATEMENTS_MAX = 200;

/** Largest number of transactions in one commit, so that none of them waits for long. */
export const TOGETHER_MAX = 200;
export const PAUSE_MAX_MS = 25;

/**
 * How long to wait for a program that locks the file. Short, because the server is blocked during
 * the wait.
 */
export const BUSY_MS = 250;

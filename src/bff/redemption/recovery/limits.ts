/**
 * How far before and after a gap to search for captures. If our clock was set since the gap, its
 * date in the issuer's time is only this precise.
 */
export const DOUBT_CLOCK_SET_MS = 24 * 60 * 60_000;
/** For this long after a manager's decision, a till may request the voucher again. */
export const DECIDED_FOR_MS = 60 * 60_000;

/** How often the newest gap is read again. Another server may have recorded or ended a gap. */
export const GAP_POLL_MS = 1_000;
/** Added to the gap for tills that sent requests while it was being found. */
export const GATE_GAP_MARGIN_MS = 5_000;
/**
 * For this long after a gap, a change of the wall clock is ignored. Otherwise, the gap could look
 * older than earlier requests.
 */
export const CLOCK_CHANGE_IGNORED_MS = 2 * 60 * 60_000;

/** More facts than a server confirms between two marks. */
export const RECORD_BYTES_MAX = 64 * 1024 * 1024;

/**
 * The pause between checks if no other server writes and there is no gap. A gap that this server
 * records itself takes effect without waiting for a check.
 */
export const SINGLE_SERVER_PAUSE_MS = 10_000;
export const CHECK_PAUSE_MS = 5_000;
/**
 * How much longer to search for a capture that only a till knows. A search may omit rows for a few
 * seconds. The shop stays closed meanwhile, unless a manager opens it.
 */
export const GAP_WATCH_MS = 5 * 60_000;
/** Reading ends after a day, because regular readings cover the period again by that time. */
export const READ_ON_FOR_MS = 24 * 60 * 60_000;

/**
 * The pause before the request is repeated. An immediate retry would find the shop still closed.
 */
export const PROBLEMS_RETRY_AFTER_MS = 5_000;

/** Rows newer than this are left to the next round. */
export const REREAD_NEWEST_MS = 1_000;
export const LIMIT_PER_READING_MS = 10_000;
export const TWICE_WITHIN_MS = 10_000;
/**
 * The last half hour is read in short pieces, which get few new rows: new rows move others to later
 * pages, and the replicas of a service do not agree about them.
 */
export const RECENT_PERIOD_MS = 30 * 60_000;
export const PIECE_MS = 30_000;
/** Pause between two readings for the same till. */
export const REPEAT_AFTER_MS = 20_000;
/** Longest period that is read again, which is that of a manager's list. */
export const REREAD_MAX_MS = 31 * 24 * 60 * 60_000;

/**
 * How often a mark is written while the journal is in use. After a number of facts, a mark is
 * written earlier. Each mark costs one write.
 */
export const MARK_EVERY_MS = 60_000;
export const WATCH_JOURNAL_FACTS_MAX = 1_000;
/**
 * A missing operation may have happened this long before the newest fact. Clocks may have been set,
 * and time passes between a request to the issuer and its fact.
 */
export const GAP_BEFORE_FACT_MS = 15 * 60_000;

/**
 * Pause between codes of a key that has used up its budget. Such a key is slowed down, not refused,
 * because otherwise one customer of the program could block all others.
 */
export const PACE_MS = 5_000;
/** Codes of one key that wait for their turn. More would wait for longer than a customer does. */
export const WAITING_MAX = 5;

/** Codes kept in memory; the oldest is dropped first. */
export const RECENT_CODES_STORED_MAX = 5_000;

/** Checks within this time are counted together. */
export const REPEATED_CHECKS_WINDOW_MS = 24 * 60 * 60_000;
/** Checks that follow each other this quickly are one visit of a customer. */
export const ONE_VISIT_MS = 5 * 60_000;
/** Vouchers kept in memory; the one checked longest ago is dropped first. */
export const REPEATED_CHECKS_STORED_MAX = 10_000;

/** A device on which this number of people were locked is locked itself. */
export const LOCKS_MAX = 3;
export const FIRST_WAIT_MS = 5_000;
export const LONGEST_WAIT_MS = 5 * 60_000;
export const FIRST_LOCK_MS = 60 * 60_000;
export const LONGEST_LOCK_MS = 24 * 60 * 60_000;

export const WRONG_CODES_WINDOW_MS = 10 * 60_000;
/**
 * Codes of one person on one till, or of one customer, that are checked at a time. No one types
 * that many.
 */
export const PARALLEL_CODES_MAX = 10;
export const REREAD_AFTER_MS = 2_000;

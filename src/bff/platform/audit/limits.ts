export const SEAL_EVERY_MS = 5 * 60_000;
/** Facts per entry: some milliseconds of work. */
export const SEALS_FACTS_MAX = 1_000;
/** Entries per round: the first sealing of a long journal takes several, with pauses between. */
export const ENTRIES_MAX = 40;
/**
 * On PostgreSQL: how often to check whether transactions that may still write earlier facts have
 * ended, and the pause between checks.
 */
export const SEALS_CHECKS_MAX = 20;
export const RECHECK_AFTER_MS = 250;
/** A clock that is set back further delays a seal. */
export const SET_BACK_MAX_MS = 60 * 60_000;

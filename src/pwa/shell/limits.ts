/** A smaller deviation is harmless. */
export const TOLERATED_MS = 2 * 60_000;

/** A later sound would seem to belong to something else. */
export const CUE_DELAY_MAX_MS = 500;

/** A till reloads itself after this time without use: locked, or open in its quiet hour. */
export const LOCKED_UNUSED_MS = 60_000;
export const OPEN_UNUSED_MS = 10 * 60_000;

/** The first screen loads alone; the whole app is cached after this time. */
export const PRECACHE_AFTER_MS = 3_000;
/** How often an open page looks for a new version. */
export const UPDATE_CHECK_EVERY_MS = 10 * 60_000;

export const SIGNAL_EVERY_MS = 1_000;

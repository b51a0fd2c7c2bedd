/** Display time of the message that a scan has to wait. */
export const HELD_MESSAGE_MS = 5_000;

/** Anything more recent is `just now`. */
export const JUST_NOW_MS = 60_000;
/** Within this time, a time of day is unambiguous. */
export const TODAY_MS = 12 * 3_600_000;

/** Resolution of the `Date` header. */
export const HEADER_GRAIN_MS = 1_000;

/**
 * A press that becomes no click, because the finger slid off, is over this long after its release.
 */
export const NO_CLICK_MS = 400;

/** From this number of entries on, a list can be searched. */
export const SEARCHED_FROM = 13;

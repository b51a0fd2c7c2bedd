/** Within this time, a time of day is unambiguous. */
export const STORY_LINES_SOON_MS = 12 * 60 * 60_000;

/** A chart of fewer balances would show nothing that the list does not. */
export const CHARTED_EVENTS_MIN = 3;

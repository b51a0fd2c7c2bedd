/** Within this time, a time of day is unambiguous. */
export const STORY_LINES_SOON_MS = 12 * 60 * 60_000;

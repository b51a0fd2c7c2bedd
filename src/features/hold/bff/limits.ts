/** Released holds that are listed; the trail has all. */
export const RELEASED_MAX = 50;
/** How long the active holds stay cached. */
export const HOLDS_RECENT_MS = 3_000;

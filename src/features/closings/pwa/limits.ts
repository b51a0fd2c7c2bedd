/** The latest exports are enough to see what was exported. */
export const BOOKS_PAGE_VISIBLE_MAX = 30;

/** No list has more shops. */
export const SHOPS_MAX = 500;

/** Results this long after the start are marked as late. */
export const SETTLED_LATE_MS = 24 * 60 * 60_000;

/** Poll interval: an open shift changes with every sale, and no event reports it. */
export const QUERIES_POLL_MS = 10_000;

/** The page handles input after computing for this long, milliseconds. */
export const COMPUTE_MAX_MS = 30;

/** A list that changes with each key cannot be read, so the filter waits for a pause in typing. */
export const FILTERS_TYPING_PAUSE_MS = 250;

/** Poll interval of data that may still change, and of data that is still being read. */
export const TRANSACTIONS_QUERIES_POLL_MS = 5_000;
export const READING_POLL_MS = 2_000;

/**
 * Browsers limit the height of elements: Firefox to 17.9 million pixels, Chromium to 33 million.
 */
export const HEIGHT_PX_MAX = 15_000_000;

/** Dragging the scrollbar passes many pages; this limits the requests. */
export const QUERY_EVERY_MS = 150;

/** The longest day, when clocks go back. */
export const HOURS_OF_DAY_MAX = 25;

/** Largest number of products with their own class. */
export const BOOK_PRODUCTS_MAX = 500;

/** Largest number of distinct values of a column that can be the type of a line. */
export const TYPES_MAX = 40;

/** Longest number that is compared; no receipt or transaction has a longer one. */
export const LINES_NUMBER_MAX = 100;

/** Largest number of lines of a list; a longer list is refused, not truncated. */
export const LIST_LINES_MAX = 200_000;

/** How far the clock of a register may be from ours. */
export const WINDOW_USUAL_MS = 15 * 60_000;

/** Of several lines with one key, those nearer than this are paired first. */
export const NEAR_MS = 60_000;

export const SUGGESTED_MAX = 3;

/** A title and the period of a report are in fewer lines. */
export const HEADER_LINES_MAX = 20;

/** Longest cell; longer text is truncated, because no list has any. */
export const CELL_MAX = 500;

export const SHIFT_DAYS_MAX = 366;

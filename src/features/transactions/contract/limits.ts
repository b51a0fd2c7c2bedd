/** Lines in one response, if the request names no number. */
export const LINES_USUAL = 100;
export const LINES_MAX = 200;
/** A chart of a longer period has one bar per day, not per hour. */
export const HOURLY_DAYS_MAX = 2;

/** Largest number of currencies of a day, more than any shop has. */
export const CLOSING_CURRENCIES_MAX = 10;
/** A longer period is refused: two years cover every comparison with the year before. */
export const PERIOD_DAYS_MAX = 2 * 366;
export const EXPLANATIONS_MAX = 5;

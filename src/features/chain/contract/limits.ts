/** Most days of closings in one answer, which has a line for each shift of every shop. */
export const CHAIN_DAYS_MAX = 31;

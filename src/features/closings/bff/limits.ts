export const DATEV_TEXT_MAX = 60;
export const DATEV_NUMBER_MAX = 36;

/** A year of a busy shop. */
export const LIST_BYTES_MAX = 64 * 1024 * 1024;

/** More kinds of lists than any shop imports. */
export const LAYOUTS_MAX = 50;
export const MATCH_MEMORY_NOTES_MAX = 10_000;

export const LISTED_MAX = 200;

/** By how much the issuer's clock may be ahead of ours. */
export const CLOCKS_DIFFER_MS = 24 * 60 * 60_000;

/** Largest accepted report of lost numbers, more than any restore loses. */
export const BURNT_MAX = 1_000;

export const MINE_MAX = 10;

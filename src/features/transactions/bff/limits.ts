/** Rows on a list are at most this old, as soon as the issuer answers. */
export const COVERAGE_FRESH_MS = 4_000;

/**
 * Largest number of listed attempts: two months with three attempts a day. Older attempts stay in
 * the journal.
 */
export const CLOSINGS_LISTED_MAX = 186;

/** Number of filters with cached sums, and of groups in total: some 20 MB at most. */
export const FILTERS_MAX = 6;
export const GROUPS_MAX = 150_000;

/** The first stretch is short, so that the first rows arrive at once. */
export const STRETCHES_FIRST_MS = 60 * 60_000;
export const SHORTEST_MS = 60_000;
export const STRETCHES_LONGEST_MS = 31 * 24 * 60 * 60_000;
export const STRETCHES_GROWTH_MAX = 6;

/** Rows up to this far in the future are read, because clocks may differ. */
export const AHEAD_MS = 5 * 60_000;

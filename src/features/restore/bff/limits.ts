/**
 * A gap that began this long before it was found is one of older data. It includes the quarter of
 * an hour by which a gap begins before the newest fact.
 */
export const FAILOVER_LOSES_AT_MOST_MS = 75 * 60_000;

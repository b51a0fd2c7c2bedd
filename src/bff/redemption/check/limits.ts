/**
 * An expiry without a time zone is read in the shop's zone. It counts as past only once it is past
 * in every zone on earth.
 */
export const EVERY_ZONE_MS = 26 * 60 * 60_000;

/** How long an answer counts as current. */
export const LOOKUPS_RECENT_MS = 2 * 60_000;
/** Lookups kept in memory; the oldest is dropped first. */
export const LOOKUPS_STORED_MAX = 500;

/** Largest age of a snapshot. In an older one, rows that others made since would look like ours. */
export const SNAPSHOTS_FRESH_MS = 60_000;
/** Snapshots kept in memory; the oldest is dropped first. */
export const SNAPSHOTS_STORED_MAX = 500;
/**
 * A redemption waits no longer than this for a snapshot. Without one, only a manager can settle it.
 */
export const SNAPSHOT_WAIT_MS = 2_000;
/** Longest wait for search if the balance is known, which alone can settle a lost answer. */
export const SEEN_WAIT_MS = 50;

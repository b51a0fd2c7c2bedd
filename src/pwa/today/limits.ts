/** A till without contact for this long counts as inactive. */
export const INACTIVE_MS = 10 * 60_000;

/** Copying and checking the journal of a large shop takes minutes. */
export const RESTORED_WITHIN_MS = 60 * 60_000;

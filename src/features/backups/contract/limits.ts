/** Most entries that one request decides. */
export const DECIDED_ENTRIES_MAX = 500;

/** Poll interval for newly enrolled devices while a code is visible. */
export const TILLS_PAGE_POLL_MS = 1_500;

/** Poll interval, in case a pushed decision was missed. */
export const REQUEST_APPROVAL_POLL_MS = 2_000;

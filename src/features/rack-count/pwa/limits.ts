/** The pause after a lookup without an answer. */
export const LOOKUP_QUEUE_RETRY_MS = 15_000;

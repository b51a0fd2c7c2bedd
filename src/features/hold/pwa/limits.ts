/** Poll interval, because holds by other managers are not pushed. */
export const USE_HOLDS_POLL_MS = 15_000;

/** Poll interval, because deliveries are not pushed to the page. */
export const USE_CONNECTIONS_POLL_MS = 5_000;

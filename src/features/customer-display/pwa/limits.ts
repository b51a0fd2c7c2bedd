/** Poll interval while the dialog is open, so that a new device appears at once. */
export const DISPLAY_DIALOG_POLL_MS = 2_000;

export const THANKS_MS = 30_000;

/**
 * The interval if the server's events do not arrive, or after a failure.
 *
 * Used only if the connection was lost, or a proxy holds events back.
 */
export const DISPLAY_POLLER_POLL_EVERY_MS = 3_000;
export const HEARTBEAT_DELAY_MAX_MS = 2_000;
/** Interval for changes without events: the shop's new name, or a lost event. */
export const QUIET_POLL_MS = 15_000;
/** A later answer is not shown as recent. */
export const DISPLAY_POLLER_ANSWER_TIMEOUT_MS = 4_000;

/** Poll interval, because new displays are not pushed. */
export const CUSTOMER_DISPLAY_QUERIES_POLL_MS = 30_000;

/** Digits typed quickly are sent together. */
export const SALE_SENDER_COLLECT_MS = 200;
export const SALE_SENDER_RETRY_AFTER_MS = 2_000;

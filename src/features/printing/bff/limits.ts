/** Answers of a printer are short; a device that sends more is no printer. */
export const RECEIVED_MAX = 64 * 1024;

/**
 * A printer counts as silent after this time, because printers and tills poll every few seconds.
 */
export const LEFTOVERS_SILENT_AFTER_MS = 30_000;

/** A redemption opens the drawer within this time after its outcome. */
export const DRAWER_WITHIN_MS = 15 * 60_000;

/** How long settled printouts are returned to a device. */
export const SETTLED_VISIBLE_MS = 10 * 60_000;

/** Pause for a printer that cannot accept anything, and after a failure of the journal. */
export const QUEUE_RETRY_AFTER_MS = 3_000;
/** How often to check for printouts that other servers left. */
export const ADOPT_EVERY_MS = 5_000;

/** From this time on, the screen mentions the request to the issuer. */
export const REFUND_OUTCOME_CHECKING_AFTER_MS = 2_000;

/**
 * A refund unknown to the server after this time is missing. Longer than the PUT of a refund can
 * take.
 */
export const REFUND_MISSING_AFTER_MS = 10_000;

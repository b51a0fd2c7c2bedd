/** An order is queried after this time, when the server has it and a small one is done. */
export const ARRIVES_WITHIN_MS = 1_000;

/** Poll interval while vouchers are outstanding, or the server does not answer. */
export const SELLING_QUERIES_POLL_MS = 1_000;

/**
 * An order unknown to the server after this time is missing. Longer than the PUT of an order can
 * take.
 */
export const SELLING_STORE_MISSING_AFTER_MS = 20_000;

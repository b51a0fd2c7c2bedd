/** After this time, all transactions that began on the day have written their lines. */
export const WRITTEN_AFTER_MS = 60 * 60_000;

/**
 * A refund within this time after its redemption, or a redemption after its sale, counts as soon.
 */
export const SIGNALS_SOON_MS = 10 * 60_000;
/** No customer hears a question and answers it within this time, milliseconds. */
export const QUICK_ANSWER_MS = 1_000;

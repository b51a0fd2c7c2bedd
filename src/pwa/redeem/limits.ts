/** After this pause between two keys, the camera reads again. */
export const CODES_TYPING_PAUSE_MS = 1_500;

/** From this time on, the screen mentions the request to the issuer. */
export const IN_FLIGHT_CHECKING_AFTER_MS = 2_000;
/** From this time on, the next customer can be served: the voucher is locked in any case. */
export const NEXT_AFTER_MS = 8_000;
/** The screen offers alternatives after this time, and again after each choice to keep waiting. */
export const OPTIONS_AFTER_MS = 60_000;

/** Delay before a report is sent: a cashier may still be typing the amount. */
export const SEND_AFTER_MS = 2_000;
/**
 * Delay before a refused report is sent again. An older server lacks the route, and a redemption
 * may not have arrived yet.
 */
export const REFUSED_RETRY_MS = 10 * 60_000;
/** A refused report is given up at this age. */
export const REFUSED_MAX_MS = 7 * 24 * 60 * 60_000;

/** Longer than any amount. */
export const ENTRY_TEXT_MAX = 24;

/** A done verdict closes by itself after this time; the others wait for the user. */
export const DONE_VERDICT_MS = 6_000;

/** Time for a reloaded page to receive the sale from its previous instance. */
export const GRACE_MS = 500;

/** Display time of every verdict but the last, before the next voucher is opened. */
export const SERIES_VERDICT_MS = 1_500;

/**
 * A redemption unknown to the server after this time is missing. Longer than the PUT of a
 * redemption can take.
 */
export const REDEMPTION_MISSING_AFTER_MS = 10_000;
/** Limit on repeated checks of a voucher whose data was incomplete, and the delay between them. */
export const STORE_CHECKS_MAX = 3;
export const RECHECK_MS = 1_000;
export const NOTE_VISIBLE_MS = 5_000;

/** After this time, the customer of an unattended sale is uncertain. */
export const LEFT_AFTER_MS = 5 * 60_000;
/** For this time after its end, a sale can be continued for the same customer. */
export const SAME_CUSTOMER_MS = 60_000;

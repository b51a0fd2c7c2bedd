/** The period whose transactions show the currency of the shop. */
export const CURRENCY_SEEN_MS = 7 * 24 * 60 * 60_000;
/** A larger offset breaks receipts, expiry and the search for lost answers. */
export const CHECK_ISSUER_CLOCK_OFFSET_MAX_MS = 30_000;

/** A certificate that expires sooner should have been renewed. */
export const RENEWED_BEFORE_MS = 14 * 24 * 60 * 60_000;
export const DIAGNOSE_LISTENING_ANSWER_WITHIN_MS = 2_000;

/** Strangers can open the page of a new server: repeated requests do not reach the issuer. */
export const CACHED_MS = 5_000;

export const COUNTED_DAYS = 30;

/** How long `npm run setup` waits for an answer of an address. */
export const SETUP_ADDRESS_TIMEOUT_MS = 10_000;

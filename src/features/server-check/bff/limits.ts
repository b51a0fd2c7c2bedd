/** The period whose transactions show the currency, product class and mid of the shop. */
export const ROWS_SEEN_DAYS = 7;
/** A busier account shows nothing about a mid. */
export const ROW_PAGES_MAX = 5;
/** Values of transactions that one line names. */
export const ROW_VALUES_NAMED_MAX = 3;
/** A larger offset breaks receipts, expiry and the search for lost answers. */
export const CHECK_ISSUER_CLOCK_OFFSET_MAX_MS = 30_000;
export const CLOCK_QUESTION_TIMEOUT_MS = 2_000;

/** A new journal needs a few MB, and its log as many; a shop would fill the rest within days. */
export const STORE_ROOM_MIN_BYTES = 64 * 1024 * 1024;

/** A certificate that expires sooner should have been renewed. */
export const RENEWED_BEFORE_MS = 14 * 24 * 60 * 60_000;
export const DIAGNOSE_LISTENING_ANSWER_WITHIN_MS = 2_000;

/** Strangers can open the page of a new server: repeated requests do not reach the issuer. */
export const CACHED_MS = 5_000;

export const COUNTED_DAYS = 30;

/** How long `npm run setup` waits for an answer of an address. */
export const SETUP_ADDRESS_TIMEOUT_MS = 10_000;

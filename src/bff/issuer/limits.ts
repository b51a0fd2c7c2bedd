/** Longest wait for the second answer after the first usable one. */
export const PARTNER_WAIT_MS = 1_500;

/** Limit for the second question about one voucher. */
export const STATUS_TIMEOUT_MS = 3_000;

/** A `Date` header has a resolution of one second, so the middle of that second is assumed. */
export const HALF_SECOND_MS = 500;
/**
 * Largest accepted difference from our clock. A larger one may be that of a gateway with a wrong
 * clock, while rows of the search have correct times.
 */
export const OFFSET_MAX_MS = 60 * 60_000;
/** Normal slewing and rounding change a wall clock by less than this. */
export const CLOCK_OFFSET_CLOCK_SET_MS = 2_000;

/** Longest pause requested by an issuer that is honoured. */
export const RETRY_AFTER_MAX_MS = 60_000;

export const PARALLEL_QUESTIONS_MAX = 16;

/** Checks of one ref within this time share one call. */
export const COALESCE_MS = 1_000;
/** The question about a product ends after this, even if a caller still waits. */
export const HTTP_PRODUCT_TIMEOUT_MS = 3_000;

/**
 * With a larger error, the issuer's clock at SENT cannot separate rows from just before and just
 * after.
 */
export const SURE_ERROR_MS = 3_000;

/**
 * Largest difference between two equal expiries: one interface gives a day, the other a time
 * without a zone.
 */
export const ONE_DAY_ANYWHERE_MS = 26 * 60 * 60_000;

/** The pause after a 429 that names none. */
export const DEFAULT_PAUSE_MS = 1_000;
/** Longest wait for the end of a pause while a person waits. */
export const PAUSE_WAIT_MS = 4_000;

export const PRODUCT_FLAGS_FRESH_MS = 10 * 60_000;
/**
 * Pause after a failed lookup, because a catalogue that does not answer must not slow down every
 * check.
 */
export const FAILURE_FRESH_MS = 60_000;
/** A check waits no longer than this; a later answer serves the next check. */
export const PRODUCT_FLAGS_WAIT_MS = 1_000;
export const PRODUCTS_MAX = 500;

/**
 * A token is not used in the last part of its lifetime, so that it does not expire during a
 * request.
 */
export const EXPIRY_MARGIN_MS = 60_000;

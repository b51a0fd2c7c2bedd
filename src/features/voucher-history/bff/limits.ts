export const ISSUER_READING_MAX_MS = 2_000;
/** Stored rows of other shops end a little later than two days ago. */
export const DELETION_MARGIN_MS = 60_000;

/** A capture normally follows its authorization sooner than this. */
export const CAPTURE_DELAY_MAX_MS = 10_000;

/** Many checks within this time before a use are reported. */
export const CHECKED_WITHIN_MS = 10 * 60_000;
/** A balance emptied this soon after the activation is reported. */
export const EXPLAIN_HISTORY_SOON_MS = 24 * 60 * 60_000;

/** Largest number of returned notes on one voucher. The trail has all of them. */
export const NOTES_MAX = 20;

/** Time limit of reading for one response; the page may request further parts. */
export const READ_BACK_MAX_MS = 1_500;
export const READ_BACK_FIRST_MS = 10 * 60_000;
export const READ_BACK_LONGEST_MS = 7 * 24 * 60 * 60_000;

/**
 * How long a history can be continued; after this time, it has to be opened again, which is
 * recorded.
 */
export const CONTINUABLE_MS = 15 * 60_000;

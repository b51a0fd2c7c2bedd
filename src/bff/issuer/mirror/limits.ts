/** A shop is compared again after this time. */
export const COMPARE_EVERY_MS = 60_000;

/** The issuer is answering if the last minutes were read this recently. */
export const ANSWERED_RECENTLY_MS = 2 * 60_000;
/** A slice that could not be read is tried again after this time. */
export const FAILED_SLICE_PAUSE_MS = 2 * 60_000;
/** How often rows are read again that the issuer is processing: what they claim may be decided. */
export const PROCESSING_EVERY_MS = 5 * 60_000;
export const FORGET_EVERY_MS = 60 * 60_000;

/** How long rows of other shops are stored. */
export const OTHER_SHOPS_MS = 2 * 24 * 60 * 60_000;

/** Overlap of two readings: the issuer may truncate its times by this much. */
export const GLANCE_READER_OVERLAP_MS = 1_000;
/** How far back a reading goes for a busy merchant if the caller needs no earlier rows. */
export const GLANCE_READER_NEWEST_MS = 5_000;
/** After this pause, the reading for a busy merchant starts over instead of continuing. */
export const RESTART_AFTER_MS = 20_000;
/** Older rows are read in slices of this length. */
export const SLICE_MS = 30_000;

/**
 * A window (a full reading of the last minutes) older than this may lack rows that appeared late; a
 * snapshot records its age.
 */
export const WINDOW_FRESH_MS = 20_000;
/**
 * Time between the starts of two passes of a proof. A search that omits rows does so for a few
 * seconds, and for a busy merchant no other reading would find these rows.
 */
export const PASS_INTERVAL_MS = 10_000;
/** Largest number of rows of the last minutes that is read in full: about eight rows a second. */
export const FULL_ROWS_MAX = 2_000;

/** Callers share a window that began this recently. */
export const WINDOW_SHARED_MS = 10_000;
/**
 * Earlier rows are recognised by a glance that began this recently. A cashier takes longer between
 * check and redemption, so it is hardly older evidence, and checks in a row need one search.
 */
export const GLANCE_SHARED_MS = 1_000;
/**
 * For a caller without other evidence, a busy merchant's last minutes are read in full for this
 * long.
 */
export const FULL_READING_MAX_MS = 5_000;

/** The default period that the mirror stores for the manager's list. */
export const BACKFILL_MS = 31 * 24 * 60 * 60_000;

/**
 * An authorization comes at most this long before its capture, or after it by as much as clocks
 * within one service differ.
 */
export const AUTHORIZED_BEFORE_MAX_MS = 180_000;
export const AUTHORIZED_AFTER_MAX_MS = 2_000;
/** Rows further apart are unrelated. */
export const PAIRED_WITHIN_MS = AUTHORIZED_BEFORE_MAX_MS + AUTHORIZED_AFTER_MAX_MS;

/** A day is read again this long after its end, because rows appear late. */
export const DAY_SETTLES_MS = 10 * 60_000;
/** A search for a time covers this much on both sides; its bounds are whole seconds. */
export const AROUND_MS = 1_000;
export const PLAN_GROWTH_MAX = 4;

/** A proof that takes longer is abandoned; the next question begins a new one. */
export const PROOF_MAX_MS = 3 * 60_000;

/**
 * After this many consecutive pages without new rows, a period has no more. One is not enough: a
 * service that counts pages from 1 returns the first page twice.
 */
export const STALE_PAGES_MAX = 2;
/**
 * A page that failed this fast is requested once more; after a slower failure, a retry would also
 * be slow.
 */
export const QUICK_FAILURE_MS = 1_000;
/** After this many passes without agreement, nothing is proved. */
export const PASSES_MAX = 4;

/** The pause after a window that could not be read. */
export const WINDOW_FAILED_MS = 5_000;
/** The newest rows count as needed for this long after a caller requested them. */
export const NEEDED_FOR_MS = 60_000;

/** How long rows stay cached, by their own time. */
export const ISSUER_WINDOW_MS = 10 * 60_000;
/** Overlap of two strips: the issuer may truncate its times by this much. */
export const WINDOW_OVERLAP_MS = 1_000;

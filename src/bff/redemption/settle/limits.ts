/** A row with a time this long after the snapshot is certainly newer than the snapshot. */
export const SNAPSHOT_MARGIN_MS = 5_000;

/** Rows of this period are read again, so that the issuer's changes to them become known. */
export const CHANGEABLE_MS = 4 * 24 * 60 * 60_000;

/** The pause while a manager's case is open: late captures are found at any time. */
export const MANAGER_RHYTHM_MS = 5 * 60_000;

/** Normal slewing and rounding change a wall clock by less than this. */
export const CLOCK_JUMP_MS = 2_000;
/** An issuer usually acts this soon after SENT. */
export const SECONDS_AFTER_SENT_MS = 10_000;

/** Pause before the journal is tried again after an error. */
export const SETTLER_JOURNAL_RETRY_MS = 1_000;

/** A manager is notified if sweeps have not kept up for longer than this. */
export const SWEEPER_OVERDUE_AFTER_MS = 30 * 60_000;
/** Rows made this long before a sweep are compared with their claims once more. */
export const COMPARISON_PERIOD_MS = 2 * 24 * 60 * 60_000;
export const FIRST_SWEEP_MS = 10_000;

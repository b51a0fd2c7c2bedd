/** A till that is in use reports more often. */
export const DEVICE_FACTS_SILENT_AFTER_MS = 24 * 60 * 60_000;

/** Devices in use have reported by then. */
export const REPORTED_WITHIN_MS = 2_000;

export const REPORT_EVERY_MS = 5 * 60_000;
/** The first screen loads alone. */
export const FIRST_REPORT_MS = 5_000;

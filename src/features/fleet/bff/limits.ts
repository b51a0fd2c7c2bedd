/**
 * Three missed reports: a device that is awake reports every five minutes, locked or not. A tablet
 * with its screen off sleeps and is silent, so this is a reason to look, and no fault.
 */
export const DEVICES_IN_USE_SILENT_AFTER_MS = 15 * 60_000;
/** A device that was silent for longer is no longer in use every day. */
export const OFFLINE_WITHIN_MS = 24 * 60 * 60_000;

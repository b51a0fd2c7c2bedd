/**
 * How long requests may continue after a signal to stop.
 *
 * Redemptions are in the journal and are settled after the next start.
 */
export const DRAIN_MS = 8_000;

/** Delay after a start that failed because the database was not available yet. */
export const RESTART_RETRY_MS = 1_000;

/** How often a server looks for shops that were added or changed. */
export const REFRESH_EVERY_MS = 2_000;

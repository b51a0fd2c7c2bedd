/**
 * Total connections of one server, far more than a shop needs: even if each sends a body of the
 * largest size before authentication, all bodies fit into memory.
 */
export const LISTEN_CONNECTIONS_MAX = 2_048;
export const IDLE_SWEEP_MS = 50;

export const OPEN_WORK_RETRY_AFTER_MS = 1_000;

/**
 * Pause after each part of a long file, for other requests: a hundred rows occupy the only thread
 * for a few milliseconds.
 */
export const PAUSE_MS = 6;

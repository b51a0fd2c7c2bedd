/** Servers check every other second; one that has not loaded a key after this is reported. */
export const ROTATE_WAIT_MS = 60_000;
export const ROTATE_POLL_EVERY_MS = 500;

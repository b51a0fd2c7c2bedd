export const FLASH_MS = 350;

/** An accepted code waits no longer than this for others of the same view, ms. */
export const TOGETHER_MS = 300;

/**
 * Pixels.
 *
 * The camera's reader would take seconds for a larger picture, which shows no code better.
 */
export const SIDE_MAX = 1_600;

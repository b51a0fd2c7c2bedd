/** How often the last use of a device is stored. */
export const SEEN_EVERY_MS = 60_000;

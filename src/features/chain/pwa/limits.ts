/** More shifts are only drawn once their shop is opened. */
export const SHIFTS_SHOWN_MAX = 100;

export const REFRESH_MS = 60_000;

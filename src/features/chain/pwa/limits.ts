/** More shifts are only drawn once their shop is opened. */
export const SHIFTS_SHOWN_MAX = 100;

export const REFRESH_MS = 60_000;

/** Days of the chart of all shops, at most those of the answer. */
export const CHARTED_DAYS = 30;

/** More devices, or statements of more shops, are hidden until their shop is opened. */
export const DEVICES_OPEN_MAX = 24;
export const STATEMENTS_OPEN_MAX = 6;

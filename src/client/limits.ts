/** Pause before a redemption is sent again, unless the server names one. */
export const SEND_AGAIN_MS = 2_000;
/** The server accepts no older time of a first request. */
export const SENT_AGO_MAX_MS = 31 * 24 * 60 * 60_000;
/** Attempts to read one page of a list, with a growing pause between them. */
export const PAGE_ATTEMPTS_MAX = 5;
export const PAGE_PAUSE_MS = 1_000;
/** Messages of webhooks with an older or later time are refused: a stranger may repeat them. */
export const MESSAGE_AGE_MAX_S = 300;

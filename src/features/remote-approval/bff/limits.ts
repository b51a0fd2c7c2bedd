/** How long a request waits for managers on their own devices. */
export const REQUEST_OPEN_MS = 60_000;
/** Largest number of open requests per person, so that no one fills the managers' screens. */
export const OPEN_MAX = 5;
/** An answer can be read for this long after the request ended. */
export const APPROVAL_REQUESTS_STORED_MS = 60 * 60_000;

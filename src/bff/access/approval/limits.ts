/** Largest number of open requests per person, so that no one fills the managers' screens. */
export const OPEN_MAX = 5;
/** An answer can be read for this long after the request ended. */
export const APPROVAL_REQUESTS_STORED_MS = 60 * 60_000;

/** Repeated attempts of a program get one line of the trail within this time. */
export const ONE_LINE_MS = 60_000;

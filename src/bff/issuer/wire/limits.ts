/** A longer text is not an id. */
export const ID_CHARS_MAX = 128;
export const LABEL_CHARS_MAX = 200;

/** The westernmost zone is twelve hours behind UTC: a wall-clock time is reached last in it. */
export const WESTERNMOST_MS = 12 * 60 * 60_000;
export const INSTANTS_MAX = 1_000;

export const VOUCHERS_MAX = 20;
export const FIELDS_MAX = 30;
export const DEPTH_MAX = 3;
export const KEY_CHARS_MAX = 60;
export const VALUE_CHARS_MAX = 200;
export const REFS_MAX = 40;

export const URL_CHARS_MAX = 500;

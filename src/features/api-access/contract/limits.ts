export const URL_CHARS_MAX = 500;
export const MESSAGE_ID_CHARS_MAX = 64;

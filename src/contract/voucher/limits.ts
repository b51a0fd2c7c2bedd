export const SHAPE_CHARS_MAX = 60;

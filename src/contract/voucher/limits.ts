export const SHAPE_CHARS_MAX = 60;
/** Shapes of voucher numbers that a shop can state. */
export const NUMBER_SHAPES_MAX = 10;

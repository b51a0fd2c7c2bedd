/** Thousands of shops. */
export const CHAIN_BYTES_MAX = 4 * 1024 * 1024;

/** The most codes on one sheet. */
export const SHEET_CODES_MAX = 100;

/** Most shops of a person on a slip, which names no others so that it keeps its size. */
export const SLIP_SHOPS_MAX = 2;

/** Days of shops begin at half hours, in time zones that differ by quarters of an hour. */
export const QUARTER_MS = 900_000;

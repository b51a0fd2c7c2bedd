/** Thousands of shops. */
export const CHAIN_BYTES_MAX = 4 * 1024 * 1024;

/** The most codes on one sheet. */
export const SHEET_CODES_MAX = 100;

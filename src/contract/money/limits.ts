/**
 * The largest accepted amount in minor units. That is 10 million units of a two-decimal currency.
 */
export const AMOUNT_MAX = 1_000_000_000;
export const ITEMS_MAX = 1_000;

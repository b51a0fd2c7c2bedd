/** Longest wait for the data of an order's product. */
export const PRODUCTS_PRODUCT_TIMEOUT_MS = 2_000;

/** Largest number of redemptions of a sale in the response, the newest. */
export const SALE_TENDERS_MAX = 200;

/** Longest wait for the ref of a voucher link. Usually an earlier check has found it. */
export const LINK_WAIT_MS = 1_500;

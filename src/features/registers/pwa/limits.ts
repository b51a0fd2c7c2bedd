/**
 * If a register's page does not send its sale within this time, it does not implement the protocol.
 */
export const SALE_WITHIN_MS = 5_000;

/** More vouchers would make a QR code that phones do not read from a screen. */
export const RECEIPT_VOUCHERS_MAX = 6;

/** Largest number of tenders read for one sale; a voucher never pays for more within minutes. */
export const TENDER_JOURNAL_TENDERS_MAX = 200;

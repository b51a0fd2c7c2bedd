/**
 * Dates without a zone are in the shop's zone; the practice shops are in Singapore, which has one
 * offset all year.
 */
const SHOP_OFFSET_MS = 8 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** The shop's local time at an instant, as `YYYY-MM-DDThh:mm:ss`. */
function shopClock(at: number): string {
  return new Date(at + SHOP_OFFSET_MS).toISOString().slice(0, 19);
}

/** v3: ISO 8601 with UTC offset, `2031-02-28T23:59:59+08:00`. */
export function isoWithOffset(at: number): string {
  return `${shopClock(at)}+08:00`;
}

/** Check by displayed ref: `2031-02-28 23:59:59`, the shop's time without a zone. */
export function plainTime(at: number): string {
  return shopClock(at).replace('T', ' ');
}

/** v2: `DD MMM YYYY`, `28 Feb 2031`, the shop's date. */
export function dayMonthYear(at: number): string {
  const [year = '', month = '', day = ''] = shopClock(at).slice(0, 10).split('-');
  return `${day} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** Transactions: UTC without a zone, `YYYY-MM-DDThh:mm:ss.s`. */
export function transactionTime(at: number): string {
  return new Date(at).toISOString().slice(0, 21);
}

/**
 * Reads `YYYY-MM-DDThh:mm:ssTZD` (the period of a search) into milliseconds UTC; null for anything
 * else.
 */
export function parseZonedTime(text: string): number | null {
  if (!ZONED.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

/**
 * The last second of the shop's day that is `days` after `now`, in milliseconds UTC: when a voucher
 * expires.
 */
export function endOfShopDay(now: number, days: number): number {
  const midnight = Math.floor((now + SHOP_OFFSET_MS) / DAY_MS) * DAY_MS - SHOP_OFFSET_MS;
  return midnight + (days + 1) * DAY_MS - 1000;
}

import type { IssuerTransaction } from '../src/bff/issuer/port.ts';
import { parseZonedTime, transactionTime } from '../src/sandbox/formats.ts';
import { createTradeRows } from '../src/testing/simulation/trade.ts';
import { PRODUCT_CLASS } from './till.ts';

/**
 * The activity of the merchant's other shops: generated search rows, so that any number of them
 * costs nothing.
 */
export interface Others {
  /** Rows a second; 0 for none. */
  readonly rowsPerSecond: number;
  /** How long before the bench their activity began. */
  readonly sinceMs: number;
  /** They stop when the bench begins. */
  readonly isQuiet?: boolean;
  /** The issuer's maximum page size; by default, the requested size. */
  readonly pageMax?: number;
  /** The response time of a page. */
  readonly pageMs?: number;
  /** Vouchers that they also redeem and refund; each appears once. */
  readonly refs?: readonly string[];
}

/** A row of the issuer's own search, as text. */
export interface WrittenRow {
  readonly transaction_id: string;
  readonly created: string;
}

const CURRENCY = 'SGD';
/** Out of this number of pairs of rows, one is about a voucher of the shop. */
const SHARED_EVERY = 500;
const OTHER_MID = '000000012345679';

/** @returns the response to a search: rows of the issuer and of the others, newest first */
export function createOtherRows({ rowsPerSecond, sinceMs, isQuiet = false, pageMax = Number.POSITIVE_INFINITY, refs = [] }: Others) {
  const began = Date.now() - sinceMs;
  const elapsed = () => (isQuiet ? sinceMs : Date.now() - began);
  const trade = rowsPerSecond === 0 ? null : createTradeRows({ rowsPerSecond, lagMs: 0 }, began, elapsed, CURRENCY);

  return (own: readonly WrittenRow[], asked: string): string => {
    const { from, to, page_index, ...wanted } = JSON.parse(asked) as { from: string; to: string; page_size: number; page_index: number };
    const page_size = Math.min(wanted.page_size, pageMax);
    const period = { from: parseZonedTime(from) ?? 0, to: (parseZonedTime(to) ?? 0) + 999 };
    const written = new Map(own.map((row) => [row.transaction_id, row]));
    const within = own.map(asRow).filter(({ createdAt }) => createdAt !== null && createdAt >= period.from && createdAt <= period.to);
    const page = trade
      ? trade.page(within, period, page_index, page_size)
      : within.slice(page_index * page_size, (page_index + 1) * page_size);
    const data = page.map((row) => written.get(row.transactionId) ?? otherRow(row, refs));
    return JSON.stringify({ data, meta: { status: 'succeeded' } });
  };
}

/** As much of a row as its place among others needs. */
function asRow({ transaction_id, created }: WrittenRow): IssuerTransaction {
  const nothing = {
    type: 'other',
    rawType: '',
    status: 'unknown',
    rawStatus: '',
    mid: '',
    amount: null,
    currency: '',
    lastUpdatedAt: null,
  } as const;
  return { transactionId: transaction_id, createdAt: Date.parse(`${created}Z`), vouchers: [], ...nothing };
}

/**
 * Either each row is about a separate voucher, as in a chain of shops, or a pair is about a shared
 * one.
 */
function otherRow({ transactionId, createdAt }: IssuerTransaction, refs: readonly string[]) {
  const at = transactionTime(createdAt ?? 0);
  const number = Number(transactionId.slice('trade-'.length));
  const pair = Math.floor(number / 2);
  const shared = pair % SHARED_EVERY === 0 ? refs[(pair / SHARED_EVERY) % refs.length] : undefined;
  const ref = shared ?? `8${String(number).padStart(9, '0')}`;
  const type = shared !== undefined && number % 2 === 1 ? 'Refund' : 'Capture';
  const voucher = { ref, product_class: PRODUCT_CLASS, using_value: 1, actions: [] };
  const row = { transaction_id: transactionId, status: 'Succeeded', type, mid: OTHER_MID, amount: 1, currency: CURRENCY };
  return { ...row, created: at, last_updated: at, vouchers: [voucher] };
}

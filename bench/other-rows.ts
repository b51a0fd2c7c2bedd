import type { IssuerTransaction } from '../src/bff/issuer/port.ts';
import { parseZonedTime, transactionTime } from '../src/sandbox/formats.ts';
import { createTradeRows } from '../src/testing/simulation/trade.ts';
import { PRODUCT_CLASS } from './till.ts';

/** What other shops of the merchant do: rows of the search that nobody has to make, so that any number of them costs nothing. */
export interface Others {
  /** Rows a second; 0 for none. */
  readonly rowsPerSecond: number;
  /** For how long they have been at it when the bench begins. */
  readonly sinceMs: number;
  /** They stop when the bench begins. */
  readonly isQuiet?: boolean;
  /** The most rows that the issuer gives in a page; what is asked for without. */
  readonly pageMax?: number;
  /** How long a page takes. */
  readonly pageMs?: number;
}

/** A row of the issuer's own search, as it wrote it. */
export interface WrittenRow {
  readonly transaction_id: string;
  readonly created: string;
}

const CURRENCY = 'SGD';
const OTHER_MID = '000000012345679';

/** @returns the answer to a search: rows of the issuer's own, the newest first, among those of the others */
export function createOtherRows({ rowsPerSecond, sinceMs, isQuiet = false, pageMax = Number.POSITIVE_INFINITY }: Others) {
  const began = Date.now() - sinceMs;
  const elapsed = () => (isQuiet ? sinceMs : Date.now() - began);
  const trade = rowsPerSecond === 0 ? null : createTradeRows({ rowsPerSecond, lagMs: 0, pageMs: 0 }, began, elapsed, CURRENCY);

  return (own: readonly WrittenRow[], asked: string): string => {
    const { from, to, page_index, ...wanted } = JSON.parse(asked) as { from: string; to: string; page_size: number; page_index: number };
    const page_size = Math.min(wanted.page_size, pageMax);
    const period = { from: parseZonedTime(from) ?? 0, to: (parseZonedTime(to) ?? 0) + 999 };
    const written = new Map(own.map((row) => [row.transaction_id, row]));
    const within = own.map(asRow).filter(({ createdAt }) => createdAt !== null && createdAt >= period.from && createdAt <= period.to);
    const page = trade
      ? trade.page(within, period, page_index, page_size)
      : within.slice(page_index * page_size, (page_index + 1) * page_size);
    const data = page.map((row) => written.get(row.transactionId) ?? otherRow(row));
    return JSON.stringify({ data, meta: { status: 'succeeded' } });
  };
}

/** As much of a row as its place among others needs. */
function asRow({ transaction_id, created }: WrittenRow): IssuerTransaction {
  const nothing = {
    type: 'other',
    rawType: '',
    succeeded: null,
    rawStatus: '',
    mid: '',
    amount: null,
    currency: '',
    lastUpdatedAt: null,
  } as const;
  return { transactionId: transaction_id, createdAt: Date.parse(`${created}Z`), vouchers: [], ...nothing };
}

/** Each of a voucher of its own, as in a chain of shops. */
function otherRow({ transactionId, createdAt }: IssuerTransaction) {
  const at = transactionTime(createdAt ?? 0);
  const voucher = {
    ref: `8${transactionId.slice('trade-'.length).padStart(9, '0')}`,
    product_class: PRODUCT_CLASS,
    using_value: 1,
    actions: [],
  };
  const row = { transaction_id: transactionId, status: 'Succeeded', type: 'Capture', mid: OTHER_MID, amount: 1, currency: CURRENCY };
  return { ...row, created: at, last_updated: at, vouchers: [voucher] };
}

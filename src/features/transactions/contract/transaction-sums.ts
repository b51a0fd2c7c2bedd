import { isCounted } from '../../../contract/redemption/row-status.ts';
import type { Transaction, TransactionFilter, TransactionType } from './transaction.ts';

/**
 * The totals of a set of transactions in one currency; `currency` is empty for items. Amounts are
 * minor units or items.
 */
export interface CurrencySums {
  readonly currency: string;
  readonly captured: number;
  readonly refunded: number;
  readonly net: number;
  readonly captures: number;
  readonly refunds: number;
}

/** Sums of a set of transactions, the currency with the most transactions first. */
export interface Sums {
  readonly currencies: readonly CurrencySums[];
  readonly byType: Readonly<Record<TransactionType, number>>;
  readonly count: number;
  /** Captures and refunds without an amount, which are in no sum. */
  readonly withoutAmount: number;
  /** Rows with an unfamiliar status; they are counted, unlike those that are still processed. */
  readonly unknownStatus: number;
}

/**
 * Returns what a row adds to the net: captures are positive, refunds negative. All others add zero,
 * and so do rows whose status is not counted. Null without an amount.
 */
export function netOf({ type, status, amount }: Pick<Transaction, 'type' | 'status' | 'amount'>): number | null {
  if (!isCounted(status) || (type !== 'capture' && type !== 'refund')) return 0;
  if (amount === null) return null;
  return type === 'capture' ? amount : -amount;
}

export function fitsFilter(row: Transaction, filter: TransactionFilter): boolean {
  const { last4, tag, type, moved, status, mid, min, max, person, receiptNo, entry } = filter;
  if (type !== undefined && row.type !== type) return false;
  if (moved && (row.type === 'authorization' || (row.type === 'other' && !row.amount))) return false;
  if (status !== undefined && row.status !== status) return false;
  if (mid !== undefined && row.mid !== mid) return false;
  if (min !== undefined && (row.amount === null || row.amount < min)) return false;
  if (max !== undefined && (row.amount === null || row.amount > max)) return false;
  if (person !== undefined && (row.by?.person ?? '') !== person) return false;
  if (receiptNo !== undefined && row.by?.sale?.receiptNo !== receiptNo) return false;
  if (entry !== undefined && row.by?.sale?.entry !== entry) return false;
  if (tag !== undefined && !row.vouchers.some((voucher) => voucher.tag === tag)) return false;
  return (
    last4 === undefined || row.vouchers.some((voucher) => voucher.last4.toUpperCase().endsWith(last4.toUpperCase()))
  );
}

/** Adds up transactions; each must be passed once. */
export function sumsOf(rows: Iterable<Transaction>): Sums {
  const sums = createSums();
  for (const row of rows) sums.add(row);
  return sums.total();
}

/** Adds up transactions one by one, for lists that are too long to be built twice. */
export function createSums(): { add(row: Transaction): void; total(): Sums } {
  const currencies = new Map<string, { captured: number; refunded: number; captures: number; refunds: number }>();
  const byType = { capture: 0, refund: 0, authorization: 0, activation: 0, other: 0 };
  let count = 0;
  let withoutAmount = 0;
  let unclearCount = 0;
  return {
    add(row) {
      count += 1;
      byType[row.type] += 1;
      if (row.status === 'unknown') unclearCount += 1;
      const net = netOf(row);
      if (net === null) withoutAmount += 1;
      if (net === null || !isCounted(row.status) || (row.type !== 'capture' && row.type !== 'refund')) return;
      const sums = currencies.get(row.currency) ?? { captured: 0, refunded: 0, captures: 0, refunds: 0 };
      currencies.set(row.currency, sums);
      if (row.type === 'capture') {
        sums.captured += net;
        sums.captures += 1;
      } else {
        sums.refunded -= net;
        sums.refunds += 1;
      }
    },
    total() {
      const sorted = [...currencies]
        .map(([currency, sums]) => ({ currency, ...sums, net: sums.captured - sums.refunded }))
        .sort((a, b) => b.captures + b.refunds - a.captures - a.refunds || a.currency.localeCompare(b.currency));
      return { currencies: sorted, byType: { ...byType }, count, withoutAmount, unknownStatus: unclearCount };
    },
  };
}

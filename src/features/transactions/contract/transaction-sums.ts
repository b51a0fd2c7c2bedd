import type { Transaction, TransactionFilter, TransactionType } from './transaction.ts';

/**
 * What a set of transactions adds up to in one currency; `currency` is empty for items.
 *
 * Amounts are minor units or items.
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
  /** Captures and refunds that name no amount, so that no sum has them. */
  readonly withoutAmount: number;
  /** Rows whose status is a word that is not known here; they are counted. */
  readonly unknownStatus: number;
}

/**
 * What a row adds to the net: captures count up, refunds down, everything else and what failed not
 * at all.
 *
 * Null where it names no amount.
 */
export function netOf({ type, status, amount }: Pick<Transaction, 'type' | 'status' | 'amount'>): number | null {
  if (status === 'failed' || (type !== 'capture' && type !== 'refund')) return 0;
  if (amount === null) return null;
  return type === 'capture' ? amount : -amount;
}

/** Whether a row is to be shown. */
export function fitsFilter(row: Transaction, filter: TransactionFilter): boolean {
  const { last4, tag, type, moved, status, mid, min, max, person, receiptNo, entry } = filter;
  if (type !== undefined && row.type !== type) return false;
  if (moved && (row.type === 'authorization' || (row.type === 'other' && row.amount === null))) return false;
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

/** Adds up transactions, each counted once by whoever gives them. */
export function sumsOf(rows: Iterable<Transaction>): Sums {
  const sums = createSums();
  for (const row of rows) sums.add(row);
  return sums.total();
}

/** Adds up transactions one by one, for lists that are too long to be made twice. */
export function createSums(): { add(row: Transaction): void; total(): Sums } {
  const currencies = new Map<string, { captured: number; refunded: number; captures: number; refunds: number }>();
  const byType = { capture: 0, refund: 0, authorization: 0, activation: 0, other: 0 };
  let count = 0;
  let withoutAmount = 0;
  let unknownStatus = 0;
  return {
    add(row) {
      count += 1;
      byType[row.type] += 1;
      if (row.status === 'unknown') unknownStatus += 1;
      const net = netOf(row);
      if (net === null) withoutAmount += 1;
      if (net === null || row.status === 'failed' || (row.type !== 'capture' && row.type !== 'refund')) return;
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
      return { currencies: sorted, byType: { ...byType }, count, withoutAmount, unknownStatus };
    },
  };
}

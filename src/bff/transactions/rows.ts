import type { Explained, Transaction, TransactionStatus } from '../../contract/transaction.ts';
import { lastFour, refIdentity } from '../../contract/voucher.ts';
import type { Keys } from '../base/keys.ts';
import type { IssuerTransaction } from '../issuer/port.ts';

/** Enough of a keyed hash that no two vouchers of a shop share it. */
const TAG_CHARS = 16;

/** By what rows of a voucher are found on a page, which never holds its ref. */
export function tagOf(keys: Pick<Keys, 'hash'>, ref: string): string {
  return keys.hash(`transaction:${refIdentity(ref)}`).slice(0, TAG_CHARS);
}

/** A row of the issuer's search as pages get it: without refs. */
export function transactionOf(keys: Pick<Keys, 'hash'>, row: IssuerTransaction, by: Explained | null): Transaction {
  return {
    id: row.transactionId,
    type: row.type,
    rawType: row.rawType,
    status: statusOf(row.succeeded),
    rawStatus: row.rawStatus,
    mid: row.mid,
    amount: row.amount ?? amountOfVouchers(row),
    currency: row.currency,
    at: isoOf(row.createdAt),
    updatedAt: isoOf(row.lastUpdatedAt),
    vouchers: row.vouchers.map(({ ref, productLabel, productCode }) => ({
      last4: lastFour(ref),
      tag: ref === '' ? '' : tagOf(keys, ref),
      product: productLabel ?? productCode,
    })),
    by,
  };
}

/** A row without an amount of its own, as those of product-based vouchers are, is worth what its vouchers were used for, where all of them say so. */
function amountOfVouchers({ type, vouchers }: IssuerTransaction): number | null {
  if (type === 'other' || vouchers.length === 0) return null;
  const values = vouchers.map(({ usingValue }) => usingValue);
  return values.every((value) => value !== null) ? values.reduce((sum, value) => sum + value, 0) : null;
}

function statusOf(succeeded: boolean | null): TransactionStatus {
  if (succeeded === null) return 'unknown';
  return succeeded ? 'succeeded' : 'failed';
}

/** ISO 8601 UTC of milliseconds; null for none, and for a time that no calendar has. */
export function isoOf(ms: number | null): string | null {
  return ms === null || Number.isNaN(new Date(ms).getTime()) ? null : new Date(ms).toISOString();
}

/**
 * Whether this shop may see a row: it names our mid or none, or the journal explains it. While nobody knows our mid, only what the journal explains
 * is certainly ours.
 */
export function mayBeSeen(row: Pick<IssuerTransaction, 'mid'>, ownMid: string | null, isExplained: boolean): boolean {
  return isExplained || (ownMid !== null && (row.mid === ownMid || row.mid === ''));
}

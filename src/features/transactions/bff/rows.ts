import { amountOf, type MirrorRow } from '../../../bff/issuer/mirror/row.ts';
import type { Explained, Line, Transaction } from '../contract/transaction.ts';
import { withCaptured } from './explained.ts';

/** Converts a row of the issuer's search for pages: without refs; a voucher's hash is its tag. */
export function transactionOf(row: MirrorRow, by: Explained | null): Transaction {
  return {
    id: row.transactionId,
    type: row.type,
    rawType: row.rawType,
    status: row.status,
    rawStatus: row.rawStatus,
    mid: row.mid,
    amount: amountOf(row),
    currency: row.currency,
    at: isoOf(row.createdAt),
    updatedAt: isoOf(row.lastUpdatedAt),
    vouchers: row.vouchers.map(({ hash, last4, productLabel, productCode }) => ({
      last4,
      tag: last4 === '' ? '' : hash,
      product: productLabel ?? productCode,
    })),
    by: by && row.type === 'capture' ? withCaptured(by, amountOf(row)) : by,
  };
}

/** Formats milliseconds as ISO 8601 UTC; null for none, and for an impossible time. */
export function isoOf(ms: number | null): string | null {
  return ms === null || Number.isNaN(new Date(ms).getTime()) ? null : new Date(ms).toISOString();
}

/** Returns the line of a row and its partner, the other row of the same redemption. */
export function lineOf(row: Transaction, partner: Transaction | null): Line {
  if (partner === null) return { row, authorization: null };
  return row.type === 'authorization' ? { row: partner, authorization: row } : { row, authorization: partner };
}

import type { TransactionStatus } from '../../../contract/redemption/states.ts';
import { lastFour, refIdentity } from '../../../contract/voucher/voucher.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { IssuerTransaction } from '../port.ts';

/**
 * A voucher of a kept row: found by a keyed hash; the ref itself is sealed, and kept only where the
 * row may be our own shop's.
 */
export interface MirrorVoucher {
  readonly hash: string;
  readonly sealed: string | null;
  readonly last4: string;
  readonly usingValue: number | null;
  readonly productCode: string | null;
  readonly productLabel: string | null;
  readonly actions: readonly {
    readonly type: string;
    readonly status: string;
    readonly codes: readonly string[];
    readonly at: number | null;
  }[];
}

/** One row of the issuer's search as the mirror keeps it. */
export interface MirrorRow extends Omit<IssuerTransaction, 'vouchers'> {
  readonly vouchers: readonly MirrorVoucher[];
}

/** By what rows of one voucher are found. */
export function voucherHash(keys: Pick<Keys, 'hash'>, ref: string): string {
  return keys.hash(`mirror:${refIdentity(ref)}`);
}

/** Whether a row may be our own shop's: while nobody knows our mid, any may. */
export function isOurs({ mid }: Pick<MirrorRow, 'mid'>, ownMid: string | null): boolean {
  return ownMid === null || mid === '' || mid === ownMid;
}

/**
 * What a row is worth, minor units or items.
 *
 * One without an amount of its own, as those of product-based vouchers are, is worth what its
 * vouchers were used for, where all of them say so.
 */
export function amountOf({
  type,
  amount,
  vouchers,
}: Pick<MirrorRow, 'type' | 'amount'> & { readonly vouchers: readonly Pick<MirrorVoucher, 'usingValue'>[] }):
  | number
  | null {
  if (amount !== null || type === 'other' || vouchers.length === 0) return amount;
  const values = vouchers.map(({ usingValue }) => usingValue);
  return values.every((value) => value !== null) ? values.reduce((sum, value) => sum + value, 0) : null;
}

/** The word of the list for how a row ended. */
export function statusOf(succeeded: boolean | null): TransactionStatus {
  if (succeeded === null) return 'unknown';
  return succeeded ? 'succeeded' : 'failed';
}

/**
 * What is kept of a row. Of rows of other shops it is what settling has to know of them: hash and
 * value.
 * @param ownMid our mid; while nobody knows it, any row may be ours
 */
export function mirrored(keys: Pick<Keys, 'hash' | 'seal'>, row: IssuerTransaction, ownMid: string | null): MirrorRow {
  const mayBeOurs = isOurs(row, ownMid);
  return {
    ...row,
    vouchers: row.vouchers.map(({ ref, usingValue, productCode, productLabel, actions }) => {
      const hash = voucherHash(keys, ref);
      if (!mayBeOurs)
        return { hash, sealed: null, last4: '', usingValue, productCode: null, productLabel: null, actions: [] };
      const told = actions.map(({ type, status, codes, at }) => ({ type, status, codes, at }));
      return {
        hash,
        sealed: keys.seal(ref),
        last4: lastFour(ref),
        usingValue,
        productCode,
        productLabel,
        actions: told,
      };
    }),
  };
}

/**
 * A kept row as search showed it, as far as one voucher is concerned; vouchers beside it have no
 * ref.
 */
export function rowAbout(row: MirrorRow, hash: string, ref: string): IssuerTransaction {
  return withRefs(row, (voucher) => (voucher.hash === hash ? ref : ''));
}

/** A kept row as search showed it. Vouchers whose ref is not kept have none. */
export function openedRow(keys: Pick<Keys, 'open'>, row: MirrorRow): IssuerTransaction {
  return withRefs(row, ({ sealed }) => (sealed === null ? '' : keys.open(sealed)));
}

function withRefs(row: MirrorRow, refOf: (voucher: MirrorVoucher) => string): IssuerTransaction {
  return {
    ...row,
    vouchers: row.vouchers.map((voucher) => {
      const ref = refOf(voucher);
      const { usingValue, productCode, productLabel, actions } = voucher;
      return { ref, usingValue, productCode, productLabel, actions: actions.map((action) => ({ ref, ...action })) };
    }),
  };
}

/**
 * What of a row may change: two readings of one that did not change give the same text.
 *
 * Each sealing of a ref gives another, so it is left out.
 */
export function printOf({ vouchers, ...row }: IssuerTransaction | MirrorRow): string {
  const { rawType, rawStatus, mid, amount, currency, createdAt, lastUpdatedAt } = row;
  const used = vouchers.map(({ usingValue, actions }) => [usingValue, actions.length]);
  return JSON.stringify([rawType, rawStatus, mid, amount, currency, createdAt, lastUpdatedAt, used]);
}

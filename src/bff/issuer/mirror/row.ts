import { lastFour, refIdentity } from '../../../contract/voucher/voucher.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { IssuerTransaction } from '../port.ts';

/**
 * A voucher of a stored row. It is found by a keyed hash; the encrypted ref is stored only if the
 * row may belong to our own shop.
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

export interface MirrorRow extends Omit<IssuerTransaction, 'vouchers'> {
  readonly vouchers: readonly MirrorVoucher[];
}

export function voucherHash(keys: Pick<Keys, 'hash'>, ref: string): string {
  return keys.hash(`mirror:${refIdentity(ref)}`);
}

/** True if a row may belong to a shop of ours: until its mid is known, any may. */
export function isOurs({ mid }: Pick<MirrorRow, 'mid'>, ownMids: readonly string[] | null): boolean {
  return ownMids === null || mid === '' || ownMids.includes(mid);
}

/**
 * Returns the amount of a row, minor units or items. For a row without its own amount, as for
 * product-based vouchers, it is the sum of its vouchers' amounts, if each states an amount.
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

/**
 * Converts a row for storing. For rows of other shops, only the data that settling needs is stored:
 * hash and value.
 * @param ownMids the mids of this server's shops; null if one is unknown: any row may be ours
 */
export function toMirrorRow(
  keys: Pick<Keys, 'hash' | 'seal'>,
  row: IssuerTransaction,
  ownMids: readonly string[] | null,
): MirrorRow {
  const mayBeOurs = isOurs(row, ownMids);
  return {
    ...row,
    vouchers: row.vouchers.map(({ ref, usingValue, productCode, productLabel, actions }) => {
      const hash = voucherHash(keys, ref);
      if (!mayBeOurs)
        return { hash, sealed: null, last4: '', usingValue, productCode: null, productLabel: null, actions: [] };
      const publicActions = actions.map(({ type, status, codes, at }) => ({ type, status, codes, at }));
      return {
        hash,
        sealed: keys.seal(ref),
        last4: lastFour(ref),
        usingValue,
        productCode,
        productLabel,
        actions: publicActions,
      };
    }),
  };
}

/** Restores a stored row for one voucher; its other vouchers have no ref. */
export function rowOfVoucher(row: MirrorRow, hash: string, ref: string): IssuerTransaction {
  return withRefs(row, (voucher) => (voucher.hash === hash ? ref : ''));
}

/** Restores a stored row. Vouchers without a stored ref have none. */
export function decryptRow(keys: Pick<Keys, 'open'>, row: MirrorRow): IssuerTransaction {
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
 * Returns the content of a row that may change: an unchanged row gives the same text. The encrypted
 * ref differs each time, so it is left out.
 */
export function fingerprintText({ vouchers, ...row }: IssuerTransaction | MirrorRow): string {
  const { rawType, rawStatus, mid, amount, currency, createdAt, lastUpdatedAt } = row;
  const used = vouchers.map(({ usingValue, actions }) => [
    usingValue,
    actions.length,
    ...actions.map(({ status }) => status),
  ]);
  return JSON.stringify([rawType, rawStatus, mid, amount, currency, createdAt, lastUpdatedAt, used]);
}

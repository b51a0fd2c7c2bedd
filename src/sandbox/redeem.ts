import { PRODUCT_CLASS } from './credentials.ts';
import type { Voucher } from './ledger-schema.ts';
import type { MerchantCode } from './merchant-replies.ts';
import { type State, stateOf } from './states.ts';

/** One voucher of a redeem request. `value`: cents, or items. */
export interface RedeemEntry {
  readonly product_class: string;
  readonly ref: string;
  readonly value?: number | undefined;
}

/** The amount that a redemption uses of one voucher, and the amount that leaves it. */
export interface Use {
  readonly voucher: Voucher;
  readonly using: number;
  readonly taken: number;
}

export type JudgedUses = { readonly ok: true; readonly uses: readonly Use[] } | Declined;
interface Declined {
  readonly ok: false;
  readonly code: MerchantCode;
  readonly text?: string;
}

const REFUSED_STATES: Readonly<Record<Exclude<State, 'Active'>, Omit<Declined, 'ok'>>> = {
  Inactive: { code: 'ERV0009', text: 'The voucher must be activated before use' },
  Expired: { code: 'ERV0004' },
  Trashed: { code: 'ERV0006' },
  Used: { code: 'ERV0033' },
};

const decline = (code: MerchantCode, text?: string): Declined => ({
  ok: false,
  code,
  ...(text !== undefined && { text }),
});

/**
 * Decides whether vouchers can be redeemed together, and what that uses: all of them or none. A
 * voucher must be active, of the currency, and hold enough; a single-use one gives its whole
 * balance. A product-based one counts items, and needs no value for one item (all, if single-use).
 */
export function judgeRedeem(
  entries: readonly RedeemEntry[],
  currency: string | undefined,
  find: (ref: string) => Voucher | undefined,
  now: number,
): JudgedUses {
  if (new Set(entries.map(({ ref }) => ref)).size < entries.length)
    return decline('ERV0009', 'A voucher is named twice');
  const judged = entries.map((entry) => judgeOne(entry, currency, find(entry.ref), now));
  const declined = judged.find((one): one is Declined => 'ok' in one);
  if (declined !== undefined) return declined;
  const uses = judged.filter((one): one is Use => 'voucher' in one);
  const kinds = new Set(uses.map(({ voucher }) => voucher.value_based));
  return kinds.size > 1 ? decline('ERV0009', 'Money and items cannot be redeemed together') : { ok: true, uses };
}

function judgeOne(
  entry: RedeemEntry,
  currency: string | undefined,
  voucher: Voucher | undefined,
  now: number,
): Use | Declined {
  if (voucher === undefined || entry.product_class !== PRODUCT_CLASS) return decline('ERV0001');
  const state = stateOf(voucher, now);
  if (state !== 'Active') return { ok: false, ...REFUSED_STATES[state] };
  if (voucher.value_based && entry.value === undefined) return decline('ERV0009', 'A value is needed');
  if (voucher.value_based && currency !== voucher.currency)
    return decline('ERV0009', 'The currency is not that of the voucher');
  const using = entry.value ?? (voucher.multiple_use ? 1 : voucher.remaining);
  if (using > voucher.remaining) return decline('ERV0010');
  return { voucher, using, taken: voucher.multiple_use ? using : voucher.remaining };
}

/**
 * Returns the same uses with half the amount captured (at least 1), as an issuer does that captures
 * less than it authorized.
 */
export function halvedUses(uses: readonly Use[]): readonly Use[] {
  return uses.map(({ voucher, using, taken }) => {
    const half = Math.max(1, Math.floor(using / 2));
    return { voucher, using: half, taken: voucher.multiple_use ? half : taken };
  });
}

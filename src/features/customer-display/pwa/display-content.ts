import { isItems, type Money, money } from '../../../contract/money/money.ts';
import type { DisplayedSale, DisplayedVoucher, DisplayView } from '../contract/display.ts';

/** The content of the display. */
export type DisplayContent =
  /** No sale: the shop's name. */
  | { readonly kind: 'idle' }
  /** The server is unreachable, so no amount is reliable. */
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'sale';
      readonly saleId: string;
      readonly due: Money | null;
      readonly vouchers: readonly DisplayedVoucher[];
      /** Money redeemed according to the journal, in the currency of the amount due. */
      readonly redeemed: Money | null;
      /** The amount left to pay; null while it is unknown. */
      readonly left: Money | null;
      /** `moment`: an outcome is unknown; `thanks`: nothing is left to do. */
      readonly stage: 'open' | 'moment' | 'thanks';
      /** The signed receipt; null before the sale is finished. */
      readonly receipt: string | null;
    };

interface ContentSources {
  /** The latest message of the till in this browser; null if none. */
  readonly localSale: DisplayedSale | null;
  /** The server's latest response; null if none yet. */
  readonly view: DisplayView | null;
  /** The response is recent. */
  readonly isFresh: boolean;
  /** The response is about the till's current state. */
  readonly isCurrent: boolean;
}

/**
 * Combines reliable data: the amount due is from the till, redeemed amounts are from the journal.
 */
export function displayContentOf({ localSale, view, isFresh, isCurrent }: ContentSources): DisplayContent {
  if (!isFresh || view === null) return { kind: 'waiting' };
  const sale = view.connected ? view.sale : localSale;
  if (!view.open || sale === null) return { kind: 'idle' };
  const isAbout = view.sale?.saleId === sale.saleId;
  const vouchers = isAbout ? view.vouchers : [];
  const isUnknown = sale.busy || vouchers.some(({ state }) => state === 'unknown');
  if (sale.due === null && vouchers.length === 0 && !isUnknown) return { kind: 'idle' };
  const isMoment = isUnknown || !isAbout || !isCurrent;
  const redeemed = redeemedOf(vouchers, sale.due?.currency ?? null);
  const left =
    isMoment || sale.due === null
      ? null
      : money(Math.max(0, sale.due.amount - (redeemed?.amount ?? 0)), sale.due.currency);
  const isOver = vouchers.some(({ state }) => state === 'redeemed') && (left?.amount ?? 0) === 0;
  const stage = isMoment ? 'moment' : isOver ? 'thanks' : 'open';
  const receipt = isMoment ? null : view.receipt;
  return { kind: 'sale', saleId: sale.saleId, due: sale.due, vouchers, redeemed, left, stage, receipt };
}

/**
 * The redeemed sum in one currency: that of the amount due, or of the first voucher.
 *
 * Null if no money was redeemed.
 */
function redeemedOf(vouchers: readonly DisplayedVoucher[], due: string | null): Money | null {
  const amounts = vouchers.flatMap(({ taken }) => (taken === null || isItems(taken) ? [] : [taken]));
  const currency = due ?? amounts[0]?.currency;
  if (currency === undefined) return null;
  const sum = amounts
    .filter((redeemed) => redeemed.currency === currency)
    .reduce((total, { amount }) => total + amount, 0);
  return sum === 0 ? null : money(sum, currency);
}

import { isInDoubt, type SaleTenders } from '../../../bff/redemption/tender/sale.ts';
import { isItems } from '../../../contract/money/money.ts';
import type { LinkOutcome } from '../../../contract/redemption/return-address.ts';
import { hasRedeemed } from '../../../contract/redemption/tender.ts';

/**
 * The outcome of the sale of a link, according to the journal. Amounts are minor units of the
 * link's currency.
 */
export interface SaleOutcome {
  readonly outcome: LinkOutcome;
  /** The amount that was certainly redeemed. */
  readonly amount: number;
  readonly leftToPay: number;
}

/** Data about the sale of a link besides its tenders. */
export interface SaleState extends SaleTenders {
  /** Ids of tenders that the page has for it and that were cancelled before they arrived. */
  readonly cancelled: ReadonlySet<string>;
  /** True if the journal may lack redemptions of it. */
  readonly mayLack: boolean;
}

/**
 * Returns the outcome of the sale of a link, never more certain than its tenders: `unknown` while a
 * tender is in doubt, while the journal lacks a tender that the page has, or while the journal may
 * be incomplete; `cancelled` only if no tender ever arrived.
 * @param held ids of all tenders that the page has for the sale
 */
export function saleOutcome(
  { tenders, beingRefunded, cancelled, mayLack }: SaleState,
  due: { readonly amount: number; readonly currency: string },
  held: readonly string[],
): SaleOutcome {
  const redeemed = tenders.filter(({ status }) => hasRedeemed(status.state));
  const amount = redeemed.reduce((sum, { requested, status }) => {
    const counts = !isItems(requested) && requested.currency === due.currency;
    return sum + (counts ? (status.capture?.captured ?? 0) : 0);
  }, 0);
  const arrived = new Set(tenders.map(({ id }) => id));
  const isMissing = held.some((id) => !arrived.has(id) && !cancelled.has(id));
  const isOpen = mayLack || isMissing || tenders.some((tender) => isInDoubt(tender, { beingRefunded }));
  const settled = tenders.length === 0 ? 'cancelled' : redeemed.length > 0 ? 'taken' : 'not_taken';
  return { outcome: isOpen ? 'unknown' : settled, amount, leftToPay: Math.max(0, due.amount - amount) };
}

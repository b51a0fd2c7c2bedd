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
  /** Certainly redeemed. */
  readonly amount: number;
  readonly leftToPay: number;
}

/** Data about the sale of a link besides its tenders. */
export interface SaleState extends SaleTenders {
  /** Ids of tenders that the page has for it and that were cancelled before they arrived. */
  readonly givenUp: ReadonlySet<string>;
  /** True if the journal may lack redemptions of it. */
  readonly mayLack: boolean;
}

/**
 * Returns the outcome of the sale of a link, never more certain than its tenders: `unknown` while
 * one of them is in doubt, while the page has one that is not among them, or while the journal may
 * lack some; `cancelled` only if none ever arrived.
 * @param held ids of all tenders that the page has for the sale
 */
export function saleOutcome(
  { tenders, givingBack, givenUp, mayLack }: SaleState,
  due: { readonly amount: number; readonly currency: string },
  held: readonly string[],
): SaleOutcome {
  const redeemed = tenders.filter(({ standing }) => hasRedeemed(standing.state));
  const amount = redeemed.reduce((sum, { requested, standing }) => {
    const counts = !isItems(requested) && requested.currency === due.currency;
    return sum + (counts ? (standing.capture?.captured ?? 0) : 0);
  }, 0);
  const arrived = new Set(tenders.map(({ id }) => id));
  const isMissing = held.some((id) => !arrived.has(id) && !givenUp.has(id));
  const isOpen = mayLack || isMissing || tenders.some((tender) => isInDoubt(tender, { givingBack }));
  const settled = tenders.length === 0 ? 'cancelled' : redeemed.length > 0 ? 'taken' : 'not_taken';
  return { outcome: isOpen ? 'unknown' : settled, amount, leftToPay: Math.max(0, due.amount - amount) };
}

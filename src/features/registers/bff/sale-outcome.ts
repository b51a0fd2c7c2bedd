import { isInDoubt, type SaleTenders } from '../../../bff/redemption/tender/sale.ts';
import { isItems } from '../../../contract/money/money.ts';
import type { LinkOutcome } from '../../../contract/redemption/return-address.ts';
import { hasTaken } from '../../../contract/redemption/tender.ts';

/** What the journal knows of the sale of a link. Amounts are minor units of the link's currency. */
export interface SaleOutcome {
  readonly outcome: LinkOutcome;
  /** Taken for certain. */
  readonly amount: number;
  readonly leftToPay: number;
}

/** What is known of the sale of a link beside its tenders. */
export interface SaleKnown extends SaleTenders {
  /** Ids of tenders that the page holds for it and that were given up before they arrived. */
  readonly givenUp: ReadonlySet<string>;
  /** Whether the journal may lack what was redeemed for it. */
  readonly mayLack: boolean;
}

/**
 * How the sale of a link stands, never more certain than its tenders: `unknown` while one of them
 * is in doubt, while the page holds one that is not among them, or while the journal may lack some;
 * `cancelled` only where none ever arrived.
 * @param held ids of all tenders that the page holds for the sale
 */
export function saleOutcome(
  { tenders, givingBack, givenUp, mayLack }: SaleKnown,
  due: { readonly amount: number; readonly currency: string },
  held: readonly string[],
): SaleOutcome {
  const taken = tenders.filter(({ standing }) => hasTaken(standing.state));
  const amount = taken.reduce((sum, { requested, standing }) => {
    const counts = !isItems(requested) && requested.currency === due.currency;
    return sum + (counts ? (standing.capture?.captured ?? 0) : 0);
  }, 0);
  const arrived = new Set(tenders.map(({ id }) => id));
  const isAway = held.some((id) => !arrived.has(id) && !givenUp.has(id));
  const isOpen = mayLack || isAway || tenders.some((tender) => isInDoubt(tender, { givingBack }));
  const settled = tenders.length === 0 ? 'cancelled' : taken.length > 0 ? 'taken' : 'not_taken';
  return { outcome: isOpen ? 'unknown' : settled, amount, leftToPay: Math.max(0, due.amount - amount) };
}

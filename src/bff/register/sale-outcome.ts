import { isItems } from '../../contract/money.ts';
import type { LinkOutcome } from '../../contract/register.ts';
import { hasTaken, isTenderOpen, type TenderState } from '../../contract/tender.ts';
import type { TenderRecord } from '../journal/tender-store.ts';

/** What the journal knows of the sale of a link. Amounts are minor units of the link's currency. */
export interface SaleOutcome {
  readonly outcome: LinkOutcome;
  /** Taken for certain. */
  readonly amount: number;
  readonly leftToPay: number;
}

/** A capture that came after it was said that there is none is a manager's to judge. */
const isInDoubt = (state: TenderState) => isTenderOpen(state) || state === 'late_capture';

/**
 * How the sale of a link stands, never more certain than its tenders: `unknown` while one of them is in doubt, or is awaited by the page and has not
 * arrived; `cancelled` only where none ever arrived.
 * @param awaiting ids of tenders of which the page has not heard how they ended
 */
export function saleOutcome(
  tenders: readonly TenderRecord[],
  due: { readonly amount: number; readonly currency: string },
  awaiting: readonly string[],
): SaleOutcome {
  const taken = tenders.filter(({ standing }) => hasTaken(standing.state));
  const amount = taken.reduce((sum, { requested, standing }) => {
    const counts = !isItems(requested) && requested.currency === due.currency;
    return sum + (counts ? (standing.capture?.captured ?? 0) : 0);
  }, 0);
  const arrived = new Set(tenders.map(({ id }) => id));
  const isOpen = tenders.some(({ standing }) => isInDoubt(standing.state)) || awaiting.some((id) => !arrived.has(id));
  const settled = tenders.length === 0 ? 'cancelled' : taken.length > 0 ? 'taken' : 'not_taken';
  return { outcome: isOpen ? 'unknown' : settled, amount, leftToPay: Math.max(0, due.amount - amount) };
}

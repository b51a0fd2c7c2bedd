import { isItems, withMagnitude } from '../../contract/money.ts';
import type { Sale } from '../../contract/sale.ts';
import { hasTaken, isTenderOpen } from '../../contract/tender.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import { noSuchSale } from './problems.ts';

/** What was asked about a sale; `due` in minor units of the currency, null where nobody said. */
interface Question {
  readonly id: string;
  readonly due: number | null;
  readonly currency: string;
}

/**
 * What the tenders of a sale add up to, never more certain than the journal is.
 * @throws Problem 404 where there are none
 */
export function saleOf({ id, due, currency }: Question, tenders: readonly TenderRecord[]): Sale {
  if (tenders.length === 0) throw noSuchSale();
  const took = tenders.filter(({ standing }) => hasTaken(standing.state));
  const sum = (items: boolean) =>
    took
      .filter(({ requested }) => isItems(requested) === items)
      .reduce((total, { standing }) => total + (standing.capture?.captured ?? 0), 0);
  const taken = sum(false);
  const open = tenders.some(({ standing }) => isTenderOpen(standing.state));
  return {
    ...{ id, currency, taken, items: sum(true), open, due },
    leftToPay: due === null || open ? null : Math.max(0, due - taken),
    tenders: tenders.map(({ id: tender, standing, last4, requested, createdAt }) => ({
      ...{ id: tender, state: standing.state, last4, requested },
      captured: standing.capture && withMagnitude(requested, standing.capture.captured),
      createdAt: new Date(createdAt).toISOString(),
    })),
  };
}

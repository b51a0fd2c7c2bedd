import { isItems, withMagnitude } from '../../contract/money.ts';
import type { Sale } from '../../contract/sale.ts';
import { hasTaken, isTenderOpen } from '../../contract/tender.ts';
import type { SaleMark } from '../journal/sales.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import { noSuchSale } from './problems.ts';

/** Redemptions that are shown of one sale: its newest. */
const SHOWN = 200;

/** What was asked about a sale; `due` in minor units of the currency, null where nobody said. */
interface Question {
  readonly id: string;
  readonly due: number | null;
  readonly currency: string;
}

/** A sale as the journal has it. */
export interface SaleTenders extends Pick<SaleMark, 'givingBack'> {
  /** Oldest first. */
  readonly tenders: readonly TenderRecord[];
}

/**
 * Whether nobody knows what a tender took and keeps: its outcome is open, a refund of it is under way, or its capture came after it was said that
 * there is none, which is a manager's to judge.
 */
export function isInDoubt({ id, standing }: TenderRecord, { givingBack }: Pick<SaleMark, 'givingBack'>): boolean {
  return isTenderOpen(standing.state) || standing.state === 'late_capture' || givingBack.has(id);
}

/**
 * What the tenders of a sale add up to, never more certain than the journal is. What the caller may not see counts, and is not shown.
 * @throws Problem 404 where there are none
 */
export function saleOf({ id, due, currency }: Question, sale: SaleTenders, maySee: (tender: TenderRecord) => boolean): Sale {
  const { tenders } = sale;
  if (tenders.length === 0) throw noSuchSale();
  const took = tenders.filter(({ standing }) => hasTaken(standing.state));
  const sum = (items: boolean) =>
    took
      .filter(({ requested }) => isItems(requested) === items)
      .reduce((total, { standing }) => total + (standing.capture?.captured ?? 0), 0);
  const taken = sum(false);
  const open = tenders.some((tender) => isInDoubt(tender, sale));
  const shown = tenders.filter(maySee).slice(-SHOWN);
  return {
    ...{ id, currency, taken, items: sum(true), open, due },
    leftToPay: due === null || open ? null : Math.max(0, due - taken),
    tenders: shown.map(({ id: tender, standing, last4, requested, createdAt }) => ({
      ...{ id: tender, state: standing.state, last4, requested },
      captured: standing.capture && withMagnitude(requested, standing.capture.captured),
      createdAt: new Date(createdAt).toISOString(),
    })),
  };
}

import { isItems, withMagnitude } from '../../../contract/money/money.ts';
import type { Sale } from '../../../contract/redemption/sale.ts';
import { hasRedeemed, isTenderOpen } from '../../../contract/redemption/tender.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { type Caller, maySee } from '../../platform/http/caller.ts';
import type { SaleMark, Sales } from '../journal/sales.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import type { JournalRead } from '../operation/journal-first.ts';
import type { Gate } from '../recovery/gate.ts';
import { journalGap } from '../recovery/problems.ts';
import { noSuchSale } from './problems.ts';

/** The response includes this many redemptions of a sale, the newest. */
const TENDERS_MAX = 200;

/** A question about a sale. `due` is in minor units of the currency, null if unknown. */
interface Question {
  readonly id: string;
  readonly due: number | null;
  readonly currency: string;
}

export interface SaleTenders extends Pick<SaleMark, 'givingBack'> {
  /** Oldest first. */
  readonly tenders: readonly TenderRecord[];
}

/**
 * True if it is uncertain what a tender captured and keeps. Its outcome is open, a refund of it is
 * unfinished, or its capture appeared after it was recorded without one, which a manager decides
 * about.
 */
export function isInDoubt({ id, standing }: TenderRecord, { givingBack }: Pick<SaleMark, 'givingBack'>): boolean {
  return isTenderOpen(standing.state) || standing.state === 'late_capture' || givingBack.has(id);
}

/**
 * Adds up the tenders of a sale, as certainly as the journal. Tenders that the caller may not see
 * are counted but not listed.
 * @throws Problem 404 if there are none
 */
function saleOf(
  { id, due, currency }: Question,
  sale: SaleTenders,
  isVisible: (tender: TenderRecord) => boolean,
): Sale {
  const { tenders } = sale;
  if (tenders.length === 0) throw noSuchSale();
  const took = tenders.filter(({ standing }) => hasRedeemed(standing.state));
  const sum = (items: boolean) =>
    took
      .filter(({ requested }) => isItems(requested) === items)
      .reduce((total, { standing }) => total + (standing.capture?.captured ?? 0), 0);
  const redeemedSum = sum(false);
  const open = tenders.some((tender) => isInDoubt(tender, sale));
  const visible = tenders.filter(isVisible).slice(-TENDERS_MAX);
  return {
    id,
    currency,
    taken: redeemedSum,
    items: sum(true),
    open,
    due,
    leftToPay: due === null || open ? null : Math.max(0, due - redeemedSum),
    tenders: visible.map(({ id: tender, standing, last4, requested, createdAt }) => ({
      id: tender,
      state: standing.state,
      last4,
      requested,
      captured: standing.capture && withMagnitude(requested, standing.capture.captured),
      createdAt: new Date(createdAt).toISOString(),
    })),
  };
}

export interface SaleReaderDeps {
  readonly journal: Pick<TenderJournal, 'ofSale'>;
  readonly sales: Pick<Sales, 'mark'>;
  readonly gate: Pick<Gate, 'isSaleInDoubt'>;
  readonly currency: string;
}

/**
 * Reads whole sales. The function throws a Problem 404 for an unknown sale, and 503 `journal-gap`
 * while it is uncertain what was redeemed.
 */
export function createSaleReader({ journal, sales, gate, currency }: SaleReaderDeps, orClosed: JournalRead) {
  return async (caller: Caller, id: string, due: number | null): Promise<Sale> => {
    const { givingBack } = await orClosed(id, sales.mark(caller.shop, id));
    const tenders = await orClosed(id, journal.ofSale(caller.shop, id));
    const isRedeemed = tenders.some(({ standing }) => hasRedeemed(standing.state));
    const saleFacts = { openedAt: tenders[0]?.createdAt ?? null, due: null, hasTaken: isRedeemed, isPaid: false };
    if (await gate.isSaleInDoubt(saleFacts, [caller.device.id])) throw journalGap();
    return saleOf({ id, due, currency }, { tenders, givingBack }, (tender) => maySee(caller, tender));
  };
}

export interface SaleNumberingDeps extends Pick<Ports, 'db' | 'audit'> {
  readonly journal: Pick<TenderJournal, 'ofSale'>;
}

/** Adds the register's number to the redemptions of a sale that have none. */
export type NumberSale = (caller: Caller, saleId: string, receiptNo: string) => Promise<void>;

/** The function throws a Problem 404 if the caller may see no redemption of the sale. */
export function createSaleNumbering({ db, audit, journal }: SaleNumberingDeps): NumberSale {
  return async (caller, saleId, receiptNo) => {
    const tenders = await journal.ofSale(caller.shop, saleId);
    if (!tenders.some((tender) => maySee(caller, tender))) throw noSuchSale();
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('sale_receipt')
        .values({ sale_id: saleId, shop: caller.shop, receipt_no: receiptNo })
        .onConflict((conflict) => conflict.column('sale_id').doUpdateSet({ receipt_no: receiptNo }))
        .execute();
      await audit.write({ by: caller, action: 'sale.receipt-number', subject: saleId, details: { receiptNo } }, tx);
    });
  };
}

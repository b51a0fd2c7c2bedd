import { isItems, withMagnitude } from '../../../contract/money/money.ts';
import type { Sale, SaleDue, StoredSaleDue } from '../../../contract/redemption/sale.ts';
import { hasRedeemed, isTenderOpen } from '../../../contract/redemption/tender.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { type Caller, maySee } from '../../platform/http/caller.ts';
import { readSaleDue, storeSaleDue } from '../journal/sale-due.ts';
import type { SaleMark, Sales } from '../journal/sales.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import type { JournalRead } from '../operation/journal-first.ts';
import type { Gate } from '../recovery/gate.ts';
import { journalGap } from '../recovery/problems.ts';
import { SALE_TENDERS_MAX } from './limits.ts';
import { noSuchSale, wrongCurrency } from './problems.ts';

/** A question about a sale. `due` is in minor units of the currency, null if unknown. */
interface Question {
  readonly id: string;
  readonly due: number | null;
  readonly currency: string;
  readonly reported: StoredSaleDue | null;
}

export interface SaleTenders extends Pick<SaleMark, 'beingRefunded'> {
  /** Oldest first. */
  readonly tenders: readonly TenderRecord[];
}

/**
 * True if it is uncertain what a tender captured and keeps. Its outcome is open, a refund of it is
 * unfinished, or its capture appeared late and a manager has to decide about it.
 */
export function isInDoubt({ id, status }: TenderRecord, { beingRefunded }: Pick<SaleMark, 'beingRefunded'>): boolean {
  return isTenderOpen(status.state) || status.state === 'late_capture' || beingRefunded.has(id);
}

/**
 * Adds up the tenders of a sale. Tenders that the caller may not see are counted but not listed.
 * @throws Problem 404 for a sale without tenders
 */
function saleOf(
  { id, due, currency, reported }: Question,
  sale: SaleTenders,
  isVisible: (tender: TenderRecord) => boolean,
): Sale {
  const { tenders } = sale;
  if (tenders.length === 0) throw noSuchSale();
  const took = tenders.filter(({ status }) => hasRedeemed(status.state));
  const sum = (items: boolean) =>
    took
      .filter(({ requested }) => isItems(requested) === items)
      .reduce((total, { status }) => total + (status.capture?.captured ?? 0), 0);
  const redeemedSum = sum(false);
  const open = tenders.some((tender) => isInDoubt(tender, sale));
  const visible = tenders.filter(isVisible).slice(-SALE_TENDERS_MAX);
  return {
    id,
    currency,
    taken: redeemedSum,
    items: sum(true),
    open,
    due,
    leftToPay: due === null || open ? null : Math.max(0, due - redeemedSum),
    reported,
    tenders: visible.map(({ id: tender, status, last4, requested, createdAt }) => ({
      id: tender,
      state: status.state,
      last4,
      requested,
      captured: status.capture && withMagnitude(requested, status.capture.captured),
      createdAt: new Date(createdAt).toISOString(),
    })),
  };
}

export interface SaleReaderDeps {
  readonly journal: Pick<TenderJournal, 'ofSale'>;
  readonly sales: Pick<Sales, 'mark' | 'reportedDue'>;
  readonly gate: Pick<Gate, 'isSaleInDoubt'>;
  readonly currency: string;
}

/**
 * Reads whole sales. The function throws a Problem 404 for an unknown sale, and 503 `journal-gap`
 * while it is uncertain what was redeemed.
 */
export function createSaleReader({ journal, sales, gate, currency }: SaleReaderDeps, readJournal: JournalRead) {
  return async (caller: Caller, id: string, due: number | null): Promise<Sale> => {
    const { beingRefunded } = await readJournal(id, sales.mark(caller.shop, id));
    const tenders = await readJournal(id, journal.ofSale(caller.shop, id));
    const isRedeemed = tenders.some(({ status }) => hasRedeemed(status.state));
    const saleFacts = { openedAt: tenders[0]?.createdAt ?? null, due: null, hasTaken: isRedeemed, isPaid: false };
    if (await gate.isSaleInDoubt(saleFacts, [caller.device.id])) throw journalGap();
    const reported = await readJournal(id, sales.reportedDue(caller.shop, id));
    return saleOf({ id, due, currency, reported }, { tenders, beingRefunded }, (tender) => maySee(caller, tender));
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
        .onConflict((conflict) =>
          conflict
            .column('sale_id')
            .doUpdateSet({ receipt_no: receiptNo })
            .where('sale_receipt.shop', '=', caller.shop),
        )
        .execute();
      await audit.write({ by: caller, action: 'sale.receipt-number', subject: saleId, details: { receiptNo } }, tx);
    });
  };
}

export interface SaleDueDeps extends SaleNumberingDeps, Pick<Ports, 'clock'> {
  readonly gate: Pick<Gate, 'isSaleInDoubt'>;
  readonly currency: string;
}

/** Stores what a till reports about a sale; returns the stored report, which may be a later one. */
export type ReportSaleDue = (caller: Caller, saleId: string, report: SaleDue) => Promise<StoredSaleDue>;

/**
 * The function throws a Problem 404 if the caller may see no redemption of the sale, or 503
 * `journal-gap` while the journal may lack them.
 */
export function createSaleDueReporting({ db, clock, audit, journal, gate, currency }: SaleDueDeps): ReportSaleDue {
  return async (caller, id, report) => {
    if (report.currency !== currency) throw wrongCurrency(currency);
    const sale = { shop: caller.shop, id };
    const tenders = await journal.ofSale(caller.shop, id);
    if (!tenders.some((tender) => maySee(caller, tender))) {
      if (await gate.isSaleInDoubt(UNKNOWN_SALE, [caller.device.id])) throw journalGap();
      throw noSuchSale();
    }
    return db.transaction().execute(async (tx) => {
      if (await storeSaleDue(tx, sale, report, clock.now()))
        await audit.write({ by: caller, action: 'sale.due', subject: id, details: trailDetails(report, caller) }, tx);
      const stored = await readSaleDue(tx, sale);
      if (stored === null) throw noSuchSale();
      return stored;
    });
  };
}

/** The facts of a report for the trail. A till that was offline reports for another person. */
function trailDetails({ due, collected, currency, person }: SaleDue, caller: Caller) {
  const isForOther = person !== undefined && person !== caller.person.name;
  return { due, currency, ...(collected !== null && { collected }), ...(isForOther && { for: person }) };
}

const UNKNOWN_SALE = { openedAt: null, due: null, hasTaken: false, isPaid: false };

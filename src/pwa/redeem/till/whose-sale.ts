import { shopDate } from '../../../contract/platform/shop-day.ts';
import { isTenderOpen } from '../../../contract/redemption/tender.ts';
import { openGate } from '../../scan/gate.ts';
import { LEFT_AFTER_MS, SAME_CUSTOMER_MS } from '../limits.ts';
import { completeEntry, hasKeys } from './entry.ts';
import {
  balanceOf,
  emptySale,
  hasPaidRow,
  isFinished,
  isOver,
  isStarted,
  isUnsettled,
  type SaleRow,
  type TillSale,
} from './sale.ts';
import { coveredBy, isCover, READY_STAGE, type Till, type TillEvent } from './till.ts';

/**
 * The part of the till's state machine that decides which sale an input belongs to. A sale belongs
 * to one customer and one person at the till, and ends with its last verdict.
 */

/**
 * Starts the sale of the next customer. Unresolved or unseen redemptions of the one before are kept
 * in `earlier`; for a minute, the sale can be continued.
 */
export function newSale(till: Till, id: string): Till {
  const unresolved = till.sale.rows.filter((row) => isUnsettled(row) || till.toShow.includes(row.tenderId));
  const note = till.note?.reason === 'no-storage' ? till.note : null;
  return {
    ...till,
    sale: emptySale(id, till.sale.currency),
    recent: recentlyEnded(till),
    earlier: [...till.earlier, ...unresolved],
    toShow: [],
    note,
    stage: READY_STAGE,
    under: null,
    unattended: null,
  };
}

/** A sale without a payment leaves the one before it within reach. */
function recentlyEnded({ sale, recent, now }: Till): Till['recent'] {
  if (recent?.sale.id === sale.id) return { ...recent, sale };
  return sale.rows.some(mayHavePaid) && sale.register === null ? { sale, endedAt: now } : recent;
}

const mayHavePaid = (row: SaleRow): boolean => isUnsettled(row) || hasPaidRow([row]);

/** Ends the sale on the screen. `collected`: the amount that was paid otherwise, minor units. */
function endSale(till: Till, collected: number | null): Till {
  const sale = { ...till.sale, completed: true, collected };
  return { ...till, sale, recent: sale.register === null ? { sale, endedAt: till.now } : till.recent };
}

/**
 * Ends a sale whose verdict is being left, if nothing is left to pay or no amount is due; and one
 * whose corrected bill is what the vouchers paid.
 */
export function endIfPaid(till: Till): Till {
  const { stage, sale } = till;
  if (stage.at === 'ready' && sale.due.complete && sale.register === null && !sale.completed && isFinished(sale))
    return balanceOf(sale).due === null ? till : endSale(till, null);
  if (stage.at !== 'verdict' || sale.completed || !hasPaidRow(sale.rows)) return till;
  const isOfSale = sale.rows.some(({ tenderId }) => tenderId === stage.tenderId);
  return isOfSale && !isTenderOpen(stage.view.state) && (balanceOf(sale).left ?? 0) === 0 ? endSale(till, null) : till;
}

/**
 * True while a verdict asks how the amount left is paid: it was collected, or another voucher
 * follows. A register's sale is answered by the register.
 */
export function awaitsAnswer({ stage, sale }: Pick<Till, 'stage' | 'sale'>): boolean {
  if (stage.at !== 'verdict' || isTenderOpen(stage.view.state)) return false;
  return sale.rows.some(({ tenderId }) => tenderId === stage.tenderId) && amountToCollect(sale) !== null;
}

/**
 * The amount that the cashier may collect to end the sale, in minor units; null if no voucher paid,
 * nothing is left to pay, or the register collects it.
 */
export function amountToCollect(sale: TillSale): number | null {
  const { left } = balanceOf(sale);
  const isForTill = sale.register === null && !sale.completed && sale.rows.some(mayHavePaid);
  return isForTill && left !== null && left > 0 ? left : null;
}

/** The amount left was collected: the sale is over. */
export function collect(till: Till): Till {
  const left = amountToCollect(till.sale);
  return left === null ? till : endSale(till, left);
}

/** Returns the till with the sale for a scan or an amount: after the end of a sale, a new one. */
export function saleForInput(till: Till, newSaleId: string): Till {
  const base = endIfPaid(till);
  return isOver(base.sale) ? newSale(base, newSaleId) : base;
}

/**
 * True if the sale was left unattended, so that it takes no input before the user has
 * chosen its customer. For a register's sale, the register knows.
 */
export function isUnattended({ sale, unattended }: Till): boolean {
  return unattended !== null && sale.register === null && isStarted(sale);
}

/**
 * True if the screen asks which customer the sale belongs to. It waits for a redemption in
 * progress.
 */
export function isCustomerUnclear(till: Till): boolean {
  return isUnattended(till) && (!isCover(till.stage) || awaitsAnswer(till));
}

/**
 * Marks the till as unattended if the sale was last served minutes ago, on another business day or
 * by another person.
 */
export function noticeAbsence(till: Till): Till {
  const { touched } = till.sale;
  if (till.unattended !== null || touched === null || !isStarted(till.sale)) return till;
  const { now, days } = till;
  const isLate = now - touched.at > LEFT_AFTER_MS;
  const isOtherDay = days !== null && shopDate(touched.at, days) !== shopDate(now, days);
  return isLate || isOtherDay || isOfOtherPerson(till) ? { ...till, unattended: { scan: null } } : till;
}

/** Events that serve the customer of the sale that they change. */
const SERVING_EVENTS: ReadonlySet<TillEvent['type']> = new Set([
  'due-key',
  'due-confirmed',
  'due-meant',
  'priced',
  'receipt',
  'redeem',
  'collected',
  'sale-continued',
  'parked-sale-resumed',
]);

/** Notes who served the sale, and when, after an event that was for its customer. */
export function served(before: Till, { type }: TillEvent, till: Till): Till {
  const isResult = type === 'continued' && before.sale.rows.some(({ tenderId }) => tenderId === coveredBy(before));
  const isChange = SERVING_EVENTS.has(type) && till.sale !== before.sale;
  if (isUnattended(till) || !(type === 'same-customer' || isResult || isChange)) return till;
  const { now: at, person } = till;
  const touched = { at, by: person?.name ?? null, personId: person?.id ?? null };
  return { ...till, unattended: null, sale: { ...till.sale, touched } };
}

/** True if another person than the one at the till served the sale last. */
export function isOfOtherPerson({ sale: { touched }, person }: Till): boolean {
  if (touched === null || person === null) return false;
  return touched.personId === null ? touched.by !== person.name : touched.personId !== person.id;
}

/**
 * The redeemed amount that continuing the last sale would credit, and the sale; null if it is out
 * of reach.
 */
export function continuableSale(till: Till): TillSale | null {
  const { recent, now, sale, stage } = till;
  if (recent === null || now - recent.endedAt > SAME_CUSTOMER_MS || isCover(stage)) return null;
  const isReachable = sale.id === recent.sale.id || (sale.rows.length === 0 && sale.register === null);
  return isReachable ? recent.sale : null;
}

/**
 * Continues the last sale for the same customer. An amount or number typed since then belongs to
 * it.
 */
export function continueSale(till: Till): Till {
  const last = continuableSale(till);
  if (last === null) return till;
  const { sale } = till;
  const base = sale.id === last.id ? sale : last;
  const isTyped = base === last && hasKeys(sale.due);
  const bill = isTyped ? { due: sale.due, doubted: sale.doubted } : { due: completeEntry(base.due) };
  const receiptNo = sale.receiptNo ?? last.receiptNo;
  return resume({ ...till, recent: null }, { ...base, ...bill, receiptNo, completed: false, collected: null });
}

/** Puts a sale back on the screen, with the redemptions that were followed up meanwhile. */
function resume(till: Till, sale: TillSale): Till {
  const ids = new Set(sale.rows.map(({ tenderId }) => tenderId));
  const followed = new Map(till.earlier.map((row) => [row.tenderId, row]));
  return {
    ...till,
    sale: { ...sale, rows: sale.rows.map((row) => followed.get(row.tenderId) ?? row) },
    earlier: till.earlier.filter(({ tenderId }) => !ids.has(tenderId)),
  };
}

/** Leaves the sale for the person who served it, and begins another one. */
export function leaveForOwner(till: Till, newSaleId: string): Till {
  if (till.unattended === null || !isOfOtherPerson(till)) return till;
  const next = { ...newSale(till, newSaleId), recent: null, gate: openGate };
  return resumeForPerson({ ...next, left: [...till.left, till.sale] });
}

/**
 * Resumes the sale that was left for the person at the till, unless another one is in progress. The
 * person first says if its customer is still here.
 */
export function resumeForPerson(till: Till): Till {
  const own = till.left.find((sale) => !isOfOtherPerson({ ...till, sale }));
  if (own === undefined || till.person === null) return till;
  const next = resumeLeft(till, own.id);
  return next === till ? till : { ...next, unattended: till.unattended ?? { scan: null } };
}

/** Resumes a sale that was left for a person, unless another one is in progress. */
export function resumeLeft(till: Till, saleId: string): Till {
  const sale = till.left.find(({ id }) => id === saleId);
  if (sale === undefined || till.sale.register !== null || isStarted(till.sale) || till.stage.at !== 'ready')
    return till;
  const left = till.left.filter((other) => other !== sale);
  return resume({ ...till, recent: null, left }, { ...sale, due: completeEntry(sale.due) });
}

/**
 * Applies a change to every row that the till has: of the sale, of earlier sales, of sales out of
 * view.
 */
export function mapRows(till: Till, change: (row: SaleRow) => SaleRow): Till {
  const inSale = (sale: TillSale): TillSale => ({ ...sale, rows: sale.rows.map(change) });
  return {
    ...till,
    sale: inSale(till.sale),
    earlier: till.earlier.map(change),
    left: till.left.map(inSale),
    recent: till.recent && { ...till.recent, sale: inSale(till.recent.sale) },
  };
}

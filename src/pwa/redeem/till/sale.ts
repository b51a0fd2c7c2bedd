import { LIMITS } from '../../../contract/limits.ts';
import { isItems, type Money, magnitude, money, type Worth } from '../../../contract/money.ts';
import type { CodeEntry } from '../../../contract/sale-facts.ts';
import { hasTaken, isTenderOpen, type TenderView } from '../../../contract/tender.ts';
import type { CheckAnswer } from '../../../contract/voucher.ts';
import { type AmountEntry, emptyEntry, isUnclear, total } from './entry.ts';

/** One voucher of the sale, from the moment its redemption was saved on this device. */
export interface SaleRow {
  readonly tenderId: string;
  readonly last4: string;
  readonly requested: Worth;
  /**
   * The text that was scanned and what it is known by; null after a reload once the server has the
   * tender.
   */
  readonly code: string | null;
  readonly identities: readonly string[];
  /** What is sent of the sale beside the amount; not kept once the server has it. */
  readonly said?: { readonly receiptNo: string | null; readonly entry: CodeEntry | null };
  /** When it was saved, in milliseconds since the epoch. */
  readonly savedAt: number;
  /** What the server last said, null before it said anything. */
  readonly view: TenderView | null;
  /** The server, asked long enough after it was sent, has never heard of it. */
  readonly notArrived?: true;
  /** What its items cost, which came off the amount due, minor units. */
  readonly price?: number;
}

/** When somebody last did something for a sale at this till, and who. */
export interface Touched {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly by: string | null;
}

/** What only the till knows of a redemption, while its sale is there. */
export interface TillSaleFacts {
  readonly due: Money;
  /** Taken from other vouchers of the sale. */
  readonly others: Money;
  readonly leftToPay: Money;
}

/** The register that asked for a sale by link, and where the browser goes back to. */
export interface AskingRegister {
  readonly name: string;
  readonly origin: string;
}

/** One customer: what is due, and the vouchers that pay for it. */
export interface TillSale {
  readonly id: string;
  readonly currency: string;
  readonly due: AmountEntry;
  /** It is more than is usual, and nobody said that it is meant; until then it counts as none. */
  readonly doubted: boolean;
  /** The register's number of the sale. */
  readonly receiptNo: string | null;
  /**
   * Null where the sale began at this till.
   *
   * One that a register asked for keeps its amount and number, and ends with going back there.
   */
  readonly register: AskingRegister | null;
  /** Null before anybody did anything. */
  readonly touched: Touched | null;
  readonly rows: readonly SaleRow[];
}

/** A sale before anything was typed or scanned. */
export function emptySale(id: string, currency: string): TillSale {
  return { id, currency, due: emptyEntry, doubted: false, receiptNo: null, register: null, touched: null, rows: [] };
}

/** What is due. It is null when the cashier gave no amount, or one in doubt. */
export function dueOf(sale: TillSale): Money | null {
  const due = total(sale.due);
  return due === 0 || sale.doubted ? null : money(due, sale.currency);
}

/** Money that vouchers of this sale have taken for certain. */
export function takenOf(sale: TillSale): Money {
  return sumOf(sale, (row) => (row.view !== null && hasTaken(row.view.state) ? row.view.captured : null));
}

/** Money that may or may not have been taken. */
export function unsettledOf(sale: TillSale): Money {
  return sumOf(sale, (row) => (isUnsettled(row) ? row.requested : null));
}

function sumOf({ rows, currency }: TillSale, worthOf: (row: SaleRow) => Worth | null): Money {
  const amounts = rows
    .map(worthOf)
    .map((worth) => (worth !== null && !isItems(worth) && worth.currency === currency ? worth.amount : 0));
  return money(
    amounts.reduce((sum, amount) => sum + amount, 0),
    currency,
  );
}

/**
 * What remains to pay by other means, null when no amount is due.
 *
 * Only what was certainly taken is taken off.
 */
export function leftToPay(sale: TillSale): Money | null {
  const due = dueOf(sale);
  return due && money(Math.max(0, due.amount - takenOf(sale).amount), sale.currency);
}

/**
 * What a receipt says of the sale that a redemption belongs to; null where nothing is due, or the
 * redemption is of another sale.
 */
export function saleFacts(sale: TillSale, { id, captured }: Pick<TenderView, 'id' | 'captured'>): TillSaleFacts | null {
  const due = dueOf(sale);
  const left = leftToPay(sale);
  if (due === null || left === null || !sale.rows.some(({ tenderId }) => tenderId === id)) return null;
  const own = captured !== null && !isItems(captured) && captured.currency === sale.currency ? captured.amount : 0;
  return { due, others: money(takenOf(sale).amount - own, sale.currency), leftToPay: left };
}

/**
 * Ids of all redemptions of a sale, so that one which the server lost is missed there; the newest,
 * where there are more than it is asked for.
 */
export function heldTenders({ rows }: TillSale): string[] {
  return rows.map(({ tenderId }) => tenderId).slice(-LIMITS.saleRowsMax);
}

/** True while nobody knows what became of this voucher's redemption. */
export function isUnsettled({ view }: SaleRow): boolean {
  return view === null || isTenderOpen(view.state);
}

/** Nothing is left to do for this customer: the next scan or amount begins a new sale. */
export function isFinished(sale: TillSale): boolean {
  const left = leftToPay(sale);
  return (
    sale.rows.some(({ view }) => view !== null && hasTaken(view.state)) &&
    !sale.rows.some(isUnsettled) &&
    (left?.amount ?? 0) === 0
  );
}

/** Something is due or was redeemed, and something is left to do for this customer. */
export function isBegun(sale: TillSale): boolean {
  const isDue = total(sale.due) > 0 || isUnclear(sale.due);
  return (isDue || sale.rows.length > 0) && !isFinished(sale);
}

/**
 * Whether items were taken for a sale, and nobody has said what they cost: their price is still in
 * it. A register takes them off its own bill.
 */
export function asksForPrice(
  sale: TillSale,
  { id, state, captured }: Pick<TenderView, 'id' | 'state' | 'captured'>,
): boolean {
  const row = sale.rows.find(({ tenderId }) => tenderId === id);
  const tookItems = hasTaken(state) && captured !== null && isItems(captured);
  return tookItems && row !== undefined && row.price === undefined && mayLowerDue(sale);
}

/** Whether the amount due gets smaller by what items cost: not one that a register asked for. */
export function mayLowerDue(sale: TillSale): boolean {
  return sale.register === null && (leftToPay(sale)?.amount ?? 0) > 0;
}

/**
 * Whether the sale already holds this voucher: being redeemed, or redeemed.
 *
 * One that was not taken may be scanned again.
 */
export function holdsVoucher(sale: TillSale, identity: string): boolean {
  return sale.rows.some(
    (row) => row.identities.includes(identity) && (isUnsettled(row) || hasTaken(row.view?.state ?? 'intent')),
  );
}

/**
 * The amount to begin with: min(left to pay, remaining), one item of a product and all of a
 * single-use one. Where nobody knows what is left, it is what is left to pay. Without an amount due
 * it is nothing: then one has to be typed, or all taken in so many words.
 */
export function suggestedTake(sale: TillSale, { remaining, unit, singleUse }: CheckAnswer): Worth {
  if (remaining !== null && isItems(remaining))
    return singleUse === true ? remaining : { items: Math.min(1, remaining.items) };
  const left = leftToPay(sale);
  if (remaining === null && unit === 'items') return { items: 1 };
  if (remaining === null) return left ?? money(0, sale.currency);
  const due = left?.currency === remaining.currency ? left.amount : 0;
  return money(Math.min(due, remaining.amount), remaining.currency);
}

/**
 * All that is left on the voucher, where it may be asked for in one go: money, and no amount due
 * that says how much of it is wanted.
 */
export function allOfIt(sale: TillSale, { remaining }: CheckAnswer): Money | null {
  return leftToPay(sale) === null && remaining !== null && !isItems(remaining) && remaining.amount > 0
    ? remaining
    : null;
}

/** Why this amount can't be taken from this voucher; null when it can. */
export function obstacle({
  check,
  take,
}: {
  check: CheckAnswer;
  take: Worth;
}): 'open' | 'refusal' | 'nothing' | 'too-much' | null {
  if (check.open !== null) return 'open';
  if (check.refusal !== null) return 'refusal';
  if (magnitude(take) === 0) return 'nothing';
  if (check.remaining !== null && magnitude(take) > magnitude(check.remaining)) return 'too-much';
  return null;
}

/**
 * What nobody told of a voucher about which the issuer answered: its kind and how it can be used,
 * what it counts, or only how much is left. Null where all is known; of one that is refused it does
 * not matter.
 */
export function unknownOf({
  remaining,
  unit,
  singleUse,
  source,
  refusal,
}: CheckAnswer): 'kind' | 'worth' | 'amount' | null {
  if (remaining !== null || source === null || refusal !== null) return null;
  if (unit !== null) return 'amount';
  return singleUse === null ? 'kind' : 'worth';
}

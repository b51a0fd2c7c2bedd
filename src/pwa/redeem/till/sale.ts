import { LIMITS } from '../../../contract/access/limits.ts';
import { isItems, type Money, magnitude, money, type VoucherValue } from '../../../contract/money/money.ts';
import { isLatestBalance, type VoucherUse } from '../../../contract/redemption/latest-balance.ts';
import type { CodeEntry } from '../../../contract/redemption/sale-facts.ts';
import { hasRedeemed, isTenderOpen, type TenderView } from '../../../contract/redemption/tender.ts';
import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import { type AmountEntry, emptyEntry, isUnclear, total } from './entry.ts';

/** One voucher of the sale, from the moment its redemption was saved on this device. */
export interface SaleRow {
  readonly tenderId: string;
  readonly last4: string;
  readonly requested: VoucherValue;
  /**
   * The text that was scanned and what it is known by; null after a reload once the server has the
   * tender.
   */
  readonly code: string | null;
  readonly identities: readonly string[];
  /** What is sent of the sale beside the amount; not kept once the server has it. */
  readonly said?: {
    readonly receiptNo: string | null;
    readonly entry: CodeEntry | null;
    /** What was due, minor units, where another redemption of the sale is in doubt. */
    readonly due?: number;
  };
  /** When it was saved, in milliseconds since the epoch. */
  readonly savedAt: number;
  /** What the server last said, null before it said anything. */
  readonly view: TenderView | null;
  /** The server, asked long enough after it was sent, has never heard of it. */
  readonly notArrived?: true;
  /** What its items cost, minor units. They come off the bill for as long as they are redeemed. */
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
  /** Of other vouchers of the sale, not known yet; missing where that is nothing. */
  readonly inDoubt?: Money;
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
  /** The bill as the cashier typed it; {@link balanceOf} tells what is due of it. */
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
  /**
   * A verdict was shown that left nothing to pay. Correcting the amount due makes it false again.
   */
  readonly completed: boolean;
  readonly rows: readonly SaleRow[];
}

/**
 * What a sale adds up to, in minor units of its currency:
 * `left + redeemed + inDoubt - overpaid = due`, and while no amount is due, `left` is null.
 */
export interface SaleBalance {
  /** The bill, less the price of items that vouchers paid; null while no amount was typed. */
  readonly due: number | null;
  /** Came off the bill as the price of items. */
  readonly priced: number;
  /** Vouchers have paid it for certain. */
  readonly redeemed: number;
  /** May have been redeemed, so it is neither paid nor due. */
  readonly inDoubt: number;
  readonly left: number | null;
  /** More than is due, if all that is in doubt was redeemed. */
  readonly overpaid: number;
}

/** A sale before anything was typed or scanned. */
export function emptySale(id: string, currency: string): TillSale {
  return {
    id,
    currency,
    due: emptyEntry,
    doubted: false,
    receiptNo: null,
    register: null,
    touched: null,
    completed: false,
    rows: [],
  };
}

/** Derives what a sale adds up to from its rows and the typed bill. Nothing else computes it. */
export function balanceOf(sale: TillSale): SaleBalance {
  const { rows, currency } = sale;
  const bill = sale.doubted ? 0 : total(sale.due);
  const redeemed = sumOf(rows, (row) => amountIn(currency, isRedeemed(row) ? row.view?.captured : null));
  const inDoubt = sumOf(rows, (row) =>
    amountIn(currency, isInDoubt(row) ? (row.view?.captured ?? row.requested) : null),
  );
  const prices = sumOf(rows, (row) => (isRedeemed(row) ? (row.price ?? 0) : 0));
  if (bill === 0) return { due: null, priced: 0, redeemed, inDoubt, left: null, overpaid: 0 };
  const priced = Math.min(prices, bill);
  const open = bill - priced - redeemed - inDoubt;
  return { due: bill - priced, priced, redeemed, inDoubt, left: Math.max(0, open), overpaid: Math.max(0, -open) };
}

function sumOf(rows: readonly SaleRow[], amount: (row: SaleRow) => number): number {
  return rows.reduce((sum, row) => sum + amount(row), 0);
}

function amountIn(currency: string, value: VoucherValue | null | undefined): number {
  return value != null && !isItems(value) && value.currency === currency ? value.amount : 0;
}

/** What is due. It is null when the cashier gave no amount, or one in doubt. */
export function dueOf(sale: TillSale): Money | null {
  const { due } = balanceOf(sale);
  return due === null ? null : money(due, sale.currency);
}

/**
 * What remains to pay by other means, without what is in doubt; null when no amount is due.
 */
export function leftToPay(sale: TillSale): Money | null {
  const { left } = balanceOf(sale);
  return left === null ? null : money(left, sale.currency);
}

/**
 * What a receipt says of the sale that a redemption belongs to; null where nothing is due, or the
 * redemption is of another sale.
 */
export function saleFacts(sale: TillSale, { id, captured }: Pick<TenderView, 'id' | 'captured'>): TillSaleFacts | null {
  const { due, redeemed, inDoubt, left } = balanceOf(sale);
  if (due === null || left === null || !sale.rows.some(({ tenderId }) => tenderId === id)) return null;
  const others = money(redeemed - amountIn(sale.currency, captured), sale.currency);
  const facts = { due: money(due, sale.currency), others, leftToPay: money(left, sale.currency) };
  return inDoubt === 0 ? facts : { ...facts, inDoubt: money(inDoubt, sale.currency) };
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

/** What the rows of a sale tell is on the voucher of one of them now; null for nothing. */
export function leftOnVoucher({ view }: SaleRow, rows: readonly SaleRow[]): VoucherValue | null {
  if (view === null || isTenderOpen(view.state)) return null;
  const uses = rows.map(
    (row): VoucherUse => row.view ?? { id: row.tenderId, last4: row.last4, state: 'intent', changedAt: '' },
  );
  return isLatestBalance(view, uses) ? view.remaining : null;
}

function isRedeemed({ view }: SaleRow): boolean {
  return view !== null && hasRedeemed(view.state);
}

/** Unsettled, or captured after all, which a manager keeps or refunds. */
function isInDoubt(row: SaleRow): boolean {
  return isUnsettled(row) || row.view?.state === 'late_capture';
}

/** Something was redeemed, nothing is in doubt, and nothing is left to pay. */
export function isFinished(sale: TillSale): boolean {
  return sale.rows.some(isRedeemed) && !sale.rows.some(isInDoubt) && (balanceOf(sale).left ?? 0) === 0;
}

/** Nothing is left to do for this customer: the next scan begins a new sale. */
export function isOver(sale: TillSale): boolean {
  return sale.completed && isFinished(sale);
}

/** Something is due or was redeemed, and something is left to do for this customer. */
export function isBegun(sale: TillSale): boolean {
  const isDue = total(sale.due) > 0 || isUnclear(sale.due);
  return (isDue || sale.rows.length > 0) && !isOver(sale);
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
  const tookItems = hasRedeemed(state) && captured !== null && isItems(captured);
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
    (row) => row.identities.includes(identity) && (isUnsettled(row) || hasRedeemed(row.view?.state ?? 'intent')),
  );
}

/**
 * The amount to begin with: min(left to pay, remaining), one item of a product and all of a
 * single-use one. Where nobody knows what is left, it is what is left to pay. Without an amount due
 * it is nothing: then one has to be typed, or all taken in so many words.
 */
export function suggestedTake(sale: TillSale, { remaining, unit, singleUse }: CheckAnswer): VoucherValue {
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
  take: VoucherValue;
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

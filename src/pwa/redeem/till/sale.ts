import { LIMITS } from '../../../contract/access/limits.ts';
import { isItems, type Money, magnitude, money, type VoucherValue } from '../../../contract/money/money.ts';
import { isLatestBalance, type VoucherUse } from '../../../contract/redemption/latest-balance.ts';
import type { CodeEntry } from '../../../contract/redemption/sale-facts.ts';
import { hasRedeemed, isTenderOpen, type TenderView } from '../../../contract/redemption/tender.ts';
import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import { type AmountEntry, emptyEntry, entryTotal, isUnclear } from './entry.ts';

/** One voucher of the sale, from when its redemption was saved on this device. */
export interface SaleRow {
  readonly tenderId: string;
  readonly last4: string;
  readonly requested: VoucherValue;
  /** The scanned text and its identity; null after a reload once the server has the tender. */
  readonly code: string | null;
  readonly identities: readonly string[];
  /**
   * Further facts about the sale that are sent with the amount; removed once the server has them.
   */
  readonly requestFacts?: {
    readonly receiptNo: string | null;
    readonly entry: CodeEntry | null;
    /** The amount due, minor units, if another redemption of the sale is in doubt. */
    readonly due?: number;
  };
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  /** The server's latest report; null before the first. */
  readonly view: TenderView | null;
  /**
   * Set if the server does not know the redemption although enough time has passed since it was
   * sent.
   */
  readonly notArrived?: true;
  /** Price of its items, minor units. It reduces the bill while the items stay redeemed. */
  readonly price?: number;
}

/** The latest action for a sale at this till. */
export interface ChangedTender {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly by: string | null;
}

/** Facts about a redemption that only the till has, and only during the sale. */
export interface TillSaleFacts {
  readonly due: Money;
  /** The amount redeemed from other vouchers of the sale. */
  readonly others: Money;
  /** The amount in doubt on other vouchers of the sale; absent for 0. */
  readonly inDoubt?: Money;
  readonly leftToPay: Money;
}

/** The register that opened a sale by link, and the address to return to. */
export interface RequestingRegister {
  readonly name: string;
  readonly origin: string;
}

/** One customer: the amount due, and the vouchers that pay for it. */
export interface TillSale {
  readonly id: string;
  readonly currency: string;
  /** The bill as the cashier typed it; {@link balanceOf} derives the amount due. */
  readonly due: AmountEntry;
  /** True while an unusually large amount is not confirmed; until it is, no amount is due. */
  readonly doubted: boolean;
  readonly receiptNo: string | null;
  /**
   * Null if the sale began at this till. A register's sale has a fixed amount and number, and ends
   * by returning to the register.
   */
  readonly register: RequestingRegister | null;
  /** Null before the first action. */
  readonly touched: ChangedTender | null;
  /**
   * True once a verdict was shown after which no amount is left to pay. Correcting the amount due
   * resets it.
   */
  readonly completed: boolean;
  readonly rows: readonly SaleRow[];
}

/**
 * The sums of a sale, in minor units of its currency: `left + redeemed + inDoubt - overpaid = due`.
 * While no amount is due, `left` is null.
 */
export interface SaleBalance {
  /** The bill, less the price of items that vouchers paid; null if no amount was typed. */
  readonly due: number | null;
  /** The price of items, subtracted from the bill. */
  readonly priced: number;
  /** The amount that vouchers have certainly paid. */
  readonly redeemed: number;
  /** The amount that may have been redeemed, so that it is neither paid nor due. */
  readonly inDoubt: number;
  readonly left: number | null;
  /** The excess over the amount due if everything in doubt was redeemed. */
  readonly overpaid: number;
}

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

/** Derives the sums of a sale from its rows and the typed bill. No other code computes them. */
export function balanceOf(sale: TillSale): SaleBalance {
  const { rows, currency } = sale;
  const bill = sale.doubted ? 0 : entryTotal(sale.due);
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

/** The amount due; null if the cashier typed none, or it needs confirmation. */
export function dueOf(sale: TillSale): Money | null {
  const { due } = balanceOf(sale);
  return due === null ? null : money(due, sale.currency);
}

/** The amount left to pay by other means, without amounts in doubt; null if no amount is due. */
export function leftToPay(sale: TillSale): Money | null {
  const { left } = balanceOf(sale);
  return left === null ? null : money(left, sale.currency);
}

/**
 * The facts that a receipt prints about the sale of a redemption; null if nothing is due, or the
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
 * Ids of all redemptions of a sale, so that the server can detect a lost one; only the newest if
 * there are too many for a request.
 */
export function heldTenders({ rows }: TillSale): string[] {
  return rows.map(({ tenderId }) => tenderId).slice(-LIMITS.saleRowsMax);
}

/** True while the outcome of this voucher's redemption is unknown. */
export function isUnsettled({ view }: SaleRow): boolean {
  return view === null || isTenderOpen(view.state);
}

/** The voucher's current balance according to the sale's rows; null if they do not show it. */
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

/** Unresolved, or captured unexpectedly, so that a manager keeps or refunds it. */
function isInDoubt(row: SaleRow): boolean {
  return isUnsettled(row) || row.view?.state === 'late_capture';
}

/** True if something was redeemed, nothing is in doubt, and nothing is left to pay. */
export function isFinished(sale: TillSale): boolean {
  return sale.rows.some(isRedeemed) && !sale.rows.some(isInDoubt) && (balanceOf(sale).left ?? 0) === 0;
}

/** True if nothing is left to do for this customer: the next scan begins a new sale. */
export function isOver(sale: TillSale): boolean {
  return sale.completed && isFinished(sale);
}

/** True if an amount is due or redeemed, and something is left to do for this customer. */
export function isStarted(sale: TillSale): boolean {
  const isDue = entryTotal(sale.due) > 0 || isUnclear(sale.due);
  return (isDue || sale.rows.length > 0) && !isOver(sale);
}

/**
 * True if items were redeemed for a sale without a price, so that the amount due still contains it.
 * A register subtracts it from its own bill.
 */
export function needsPrice(
  sale: TillSale,
  { id, state, captured }: Pick<TenderView, 'id' | 'state' | 'captured'>,
): boolean {
  const row = sale.rows.find(({ tenderId }) => tenderId === id);
  const tookItems = hasRedeemed(state) && captured !== null && isItems(captured);
  return tookItems && row !== undefined && row.price === undefined && mayLowerDue(sale);
}

/** True if the price of items reduces the amount due. The amount of a register's sale is fixed. */
export function mayLowerDue(sale: TillSale): boolean {
  return sale.register === null && (leftToPay(sale)?.amount ?? 0) > 0;
}

/**
 * True if a redemption of this voucher in the sale is in progress or done. A voucher that was not
 * redeemed may be scanned again.
 */
export function holdsVoucher(sale: TillSale, identity: string): boolean {
  return sale.rows.some(
    (row) => row.identities.includes(identity) && (isUnsettled(row) || hasRedeemed(row.view?.state ?? 'intent')),
  );
}

/**
 * The proposed amount: min(left to pay, remaining), one item of a product, and all of a single-use
 * voucher. If the balance is unknown, it is the amount left to pay. Without an amount due, it is
 * null: the user types an amount or explicitly redeems all.
 */
export function suggestedAmount(sale: TillSale, { remaining, unit, singleUse }: CheckAnswer): VoucherValue {
  if (remaining !== null && isItems(remaining))
    return singleUse === true ? remaining : { items: Math.min(1, remaining.items) };
  const left = leftToPay(sale);
  if (remaining === null && unit === 'items') return { items: 1 };
  if (remaining === null) return left ?? money(0, sale.currency);
  const due = left?.currency === remaining.currency ? left.amount : 0;
  return money(Math.min(due, remaining.amount), remaining.currency);
}

/**
 * The whole balance of a voucher, if it may be redeemed with one press: it is money, and no amount
 * due limits it.
 */
export function wholeBalance(sale: TillSale, { remaining }: CheckAnswer): Money | null {
  return leftToPay(sale) === null && remaining !== null && !isItems(remaining) && remaining.amount > 0
    ? remaining
    : null;
}

/** The reason why this amount cannot be redeemed from this voucher; null if it can. */
export function amountObstacle({
  check,
  amount,
}: {
  check: CheckAnswer;
  amount: VoucherValue;
}): 'open' | 'refusal' | 'nothing' | 'too-much' | null {
  if (check.open !== null) return 'open';
  if (check.refusal !== null) return 'refusal';
  if (magnitude(amount) === 0) return 'nothing';
  if (check.remaining !== null && magnitude(amount) > magnitude(check.remaining)) return 'too-much';
  return null;
}

/**
 * Missing data of a voucher that the issuer answered for: its kind and conditions, its unit, or
 * only the balance. Null if the data is complete, or the voucher is refused anyway.
 */
export function missingData({
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

import { LIMITS } from '../../../contract/access/limits.ts';
import { isItems, type Money, money, type VoucherValue } from '../../../contract/money/money.ts';
import { isLatestBalance, type VoucherUse } from '../../../contract/redemption/latest-balance.ts';
import type { CodeEntry } from '../../../contract/redemption/sale-facts.ts';
import { hasRedeemed, isTenderOpen, type TenderView } from '../../../contract/redemption/tender.ts';
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
  /** Null in sales that older versions stored. */
  readonly personId: string | null;
}

/** Facts about a redemption that only the till has, and only during the sale. */
export interface TillSaleFacts {
  readonly due: Money;
  /** The amount redeemed from other vouchers of the sale. */
  readonly others: Money;
  /** The amount in doubt on other vouchers of the sale; absent for 0. */
  readonly inDoubt?: Money;
  /** The amount that the cashier collected; absent if none. */
  readonly collected?: Money;
  readonly leftToPay: Money;
  /** The excess over the amount due; absent for 0. */
  readonly overpaid?: Money;
}

/** The register that opened a sale by link, and the address to return to. */
export interface RequestingRegister {
  readonly name: string;
  readonly origin: string;
}

/** The amounts of a sale since its first redemption, in minor units, for the server. */
export interface DueReport {
  /** Null while no amount is due. */
  readonly due: number | null;
  readonly collected: number | null;
  /** Counts the changes; 0 for the first redemption, which needs no report. */
  readonly revision: number;
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
  /** True once the sale is over: the next input begins another one. */
  readonly completed: boolean;
  /** The amount that the cashier collected at the end, in minor units; null if none. */
  readonly collected: number | null;
  /** Null before the first redemption. */
  readonly dueReport: DueReport | null;
  readonly rows: readonly SaleRow[];
}

/**
 * The sums of a sale, in minor units of its currency:
 * `left + redeemed + collected + inDoubt - overpaid = due`.
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
    collected: null,
    dueReport: null,
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
  const open = bill - priced - redeemed - inDoubt - (sale.collected ?? 0);
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
  const { due, redeemed, inDoubt, left, overpaid } = balanceOf(sale);
  if (due === null || left === null || !sale.rows.some(({ tenderId }) => tenderId === id)) return null;
  const others = money(redeemed - amountIn(sale.currency, captured), sale.currency);
  const facts = { due: money(due, sale.currency), others, leftToPay: money(left, sale.currency) };
  return {
    ...facts,
    ...(inDoubt > 0 && { inDoubt: money(inDoubt, sale.currency) }),
    ...(sale.collected !== null && { collected: money(sale.collected, sale.currency) }),
    ...(overpaid > 0 && { overpaid: money(overpaid, sale.currency) }),
  };
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

/** True if nothing is left to do for this customer: the next input begins a new sale. */
export function isOver(sale: TillSale): boolean {
  return sale.completed;
}

/** True if a voucher paid for the sale. */
export function hasPaidRow(rows: readonly SaleRow[]): boolean {
  return rows.some(isRedeemed);
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

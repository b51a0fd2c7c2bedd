import { isItems, type Money, magnitude, money, type VoucherValue } from '../../../contract/money/money.ts';
import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import { leftToPay, type TillSale } from './sale.ts';

/** The amounts that a checked voucher can pay. */

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

/**
 * The amount that one press redeems instead of the one on the panel: the whole balance, or the
 * proposed amount if more was typed than the voucher holds. Null if there is no such amount.
 */
export function amountInstead(sale: TillSale, panel: { check: CheckAnswer; amount: VoucherValue }): Money | null {
  const whole = wholeBalance(sale, panel.check);
  if (whole !== null || amountObstacle(panel) !== 'too-much') return whole;
  const proposed = suggestedAmount(sale, panel.check);
  return isItems(proposed) || proposed.amount === 0 ? null : proposed;
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

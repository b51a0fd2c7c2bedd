import { isItems, magnitude, minorDigits, unitOf } from '../../contract/money/money.ts';
import { refIdentity } from '../../contract/voucher/voucher.ts';
import type { IssuerTransaction, RedeemOrder, RefundOrder } from './port.ts';
import type { OperationAnswer } from './wire/operations.ts';
import type { RedeemAnswer } from './wire/redeem.ts';
import { readVoucherEntries, readVoucherUnit, type VoucherEntry } from './wire/vouchers-info.ts';

/**
 * Checks that an answer belongs to its request.
 *
 * A connection or a proxy may deliver the answer of another request. Before an answer is used, the
 * values that it names have to match the request, and its fields have to agree with each other.
 * Each function returns the reason for rejecting an answer, without refs, or null. Missing or
 * unfamiliar fields are no reason.
 */
const OTHER_VOUCHER = 'the answer names a different voucher';
export const OTHER_SHOP = 'the answer names a different merchant id';
export const OTHER_CALL = 'the answer belongs to another kind of request';
/** The result of a question whose answer is about something else; it may be repeated. */
export const OTHER_ANSWER = { outcome: 'unclear', reason: 'the answer belongs to another request' } as const;

/** Returns why an outcome is unknown: no usable answer arrived, or one of another request. */
export function lostOrMismatch(done: { readonly outcome: string; readonly isMismatch?: true }) {
  return done.isMismatch === true ? 'answer-mismatch' : 'answer-lost';
}

/** @param mid the shop's; null if it is not set */
export function redeemMismatch(answer: RedeemAnswer, order: RedeemOrder, mid: string | null): string | null {
  const entries = readVoucherEntries(answer.vouchers);
  if (answer.namesOtherCall) return OTHER_CALL;
  if (namesOtherVoucher(entries, order.ref)) return OTHER_VOUCHER;
  if (isOtherShop(answer.mid, mid)) return OTHER_SHOP;
  if (isItems(order.worth)) return null;
  if (answer.currency !== null && answer.currency !== order.worth.currency)
    return 'the answer names a different currency';
  return amountMismatch(answer, order, entries);
}

/** Returns the mid that an answer names for the requested voucher, if it is not the shop's. */
export function otherMid(answer: RedeemAnswer, order: RedeemOrder, mid: string | null): string | null {
  const namesVoucher = readVoucherEntries(answer.vouchers).some(({ refs }) => refs.length > 0);
  return namesVoucher && isOtherShop(answer.mid, mid) && redeemMismatch(answer, order, mid) === OTHER_SHOP
    ? answer.mid
    : null;
}

/** For money, the requested, authorized, captured and remaining amounts have to agree. */
function amountMismatch(
  { authorizedAmount, capturedAmount, vouchers }: RedeemAnswer,
  order: RedeemOrder,
  entries: readonly VoucherEntry[],
): string | null {
  const requested = magnitude(order.worth);
  if (typeof capturedAmount !== 'number') return null;
  if (typeof authorizedAmount === 'number' && capturedAmount > authorizedAmount) return 'captured more than authorized';
  if (typeof authorizedAmount === 'number' && authorizedAmount > requested) return 'authorized more than requested';
  if (capturedAmount >= requested) return null;
  const [entry] = entries;
  if (entries.length === 1 && entry !== undefined) {
    if (entry.usingValue !== null && entry.usingValue !== capturedAmount)
      return 'captured amount and used value differ';
    const unit = readVoucherUnit(vouchers);
    const isSameUnit = unit === null || unit === unitOf(order.worth);
    /* Some answers may state the balance before the capture. */
    if (
      isSameUnit &&
      entry.remaining !== null &&
      order.balanceBefore != null &&
      entry.remaining !== order.balanceBefore
    )
      return order.balanceBefore - entry.remaining === capturedAmount
        ? null
        : 'captured amount and remaining balance disagree';
  }
  return isHundredth(capturedAmount, order) ? 'captured amount may be in whole units of the currency' : null;
}

/** True if an amount is the requested one, given in dollars instead of cents. */
function isHundredth(amount: number, { worth }: RedeemOrder): boolean {
  const scale = isItems(worth) ? 1 : 10 ** minorDigits(worth.currency);
  return scale > 1 && amount * scale === magnitude(worth);
}

export function refundMismatch(answer: OperationAnswer, order: RefundOrder): string | null {
  const { captureId, activationId, canDeactivate } = answer;
  if (captureId !== null && captureId !== order.captureId) return 'the answer names a different capture';
  if (activationId !== null || canDeactivate) return OTHER_CALL;
  return namesOtherVoucher(readVoucherEntries(answer.vouchers), order.ref) ? OTHER_VOUCHER : null;
}

/**
 * True if one page of a search contains a transaction twice, for different vouchers or amounts. The
 * transactions of a page name no request, so nothing else can be compared.
 */
export function contradictsItself(rows: readonly IssuerTransaction[]): boolean {
  const named = new Map<string, string>();
  return rows.some(({ transactionId, type, mid, amount, currency, vouchers }) => {
    const used = vouchers.map(({ ref, usingValue }) => [refIdentity(ref), usingValue]);
    const text = JSON.stringify([mid, amount, currency, used]);
    const before = named.get(`${type} ${transactionId}`) ?? text;
    named.set(`${type} ${transactionId}`, text);
    return before !== text;
  });
}

/**
 * Returns the reason why an id that arrived as a number is unusable; null if it is usable. The
 * sender may have rounded an id that equals a printed double; other digits cannot be rounded.
 */
export function roundedId(text: string, field: 'capture_id' | 'refund_id'): string | null {
  const digits = new RegExp(`"${field}"\\s*:\\s*(\\d{16,})`).exec(text)?.[1] ?? '0';
  const double = Number(digits);
  const mayBeRounded = BigInt(double) === BigInt(digits) || /^\d{1,17}0*$/.test(digits);
  return !Number.isSafeInteger(double) && mayBeRounded
    ? 'an id was received as a number that may have lost digits'
    : null;
}

/** True if an id or ref in an answer differs from the requested one. */
export function isOtherRef(named: string | null, requested: string): boolean {
  return named !== null && isUnmaskedRef(named) && !isPartOf(named, requested) && !isPartOf(requested, named);
}

/** True if two merchant ids are known and differ in more than leading zeros. */
export function isOtherShop(named: string | null, expected: string | null): boolean {
  const digits = (mid: string) => mid.replace(/^0+/, '');
  return named !== null && expected !== null && digits(named) !== digits(expected);
}

/** True if refs are named and none of them is ours. */
function namesOtherVoucher(entries: readonly VoucherEntry[], ref: string): boolean {
  const named = entries.flatMap(({ refs }) => refs);
  return named.length > 0 && named.every((one) => isOtherRef(one, ref));
}

export function isSameRef(one: string, other: string): boolean {
  return refIdentity(one) === refIdentity(other);
}

/**
 * A ref may appear as its last digits only, with its product class in front, or without leading
 * zeros.
 */
function isPartOf(part: string, text: string): boolean {
  return refIdentity(text).endsWith(refIdentity(part));
}

/** True if a ref is not masked. The visible part of a masked ref proves nothing. */
function isUnmaskedRef(ref: string): boolean {
  return /^[\p{L}\p{N}/_-]+$/u.test(ref) && !/^x{3,}/i.test(ref);
}

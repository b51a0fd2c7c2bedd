import { isItems, magnitude, minorDigits, unitOf } from '../../contract/money/money.ts';
import { refIdentity } from '../../contract/voucher/voucher.ts';
import type { ClientVoucher, IssueOrder, SequenceRange } from './admin-port.ts';
import type { IssuerTransaction, RedeemOrder } from './port.ts';
import type { OperationAnswer } from './wire/operations.ts';
import type { RedeemAnswer } from './wire/redeem.ts';
import { readVoucherEntries, readVoucherUnit, type VoucherEntry } from './wire/vouchers-info.ts';

/**
 * An answer belongs to its request.
 *
 * A connection or a proxy may deliver the answer of another request. Before anything of an answer
 * is believed, what it names has to fit what was asked, and its fields have to agree with each
 * other. Each function returns why an answer cannot be believed, in words without refs, or null.
 * Fields that are missing, or whose meaning is not known, are no reason.
 */
const OTHER_VOUCHER = 'the answer names another voucher';
const OTHER_SHOP = 'the answer names another merchant id';
const OTHER_CALL = 'the answer is that of another kind of request';
/** What a question comes to whose answer is about something else; it may be asked again. */
export const OTHER_ANSWER = { outcome: 'unclear', reason: 'the answer belongs to another request' } as const;

/** Why nothing is known of an outcome: no usable answer came, or one of another request. */
export function lostOrMismatch(done: { readonly outcome: string; readonly isMismatch?: true }) {
  return done.isMismatch === true ? 'answer-mismatch' : 'answer-lost';
}

/** @param mid that of the shop; null where it is not set */
export function redeemMismatch(answer: RedeemAnswer, order: RedeemOrder, mid: string | null): string | null {
  const entries = readVoucherEntries(answer.vouchers);
  if (answer.namesOtherCall) return OTHER_CALL;
  if (isOtherShop(answer.mid, mid)) return OTHER_SHOP;
  if (namesOtherVoucher(entries, order.ref)) return OTHER_VOUCHER;
  if (isItems(order.worth)) return null;
  if (answer.currency !== null && answer.currency !== order.worth.currency) return 'the answer names another currency';
  return amountMismatch(answer, order, entries);
}

/** Of amounts of money, what was asked, authorized, captured and left have to agree. */
function amountMismatch(
  { authorizedAmount, capturedAmount, vouchers }: RedeemAnswer,
  order: RedeemOrder,
  entries: readonly VoucherEntry[],
): string | null {
  const asked = magnitude(order.worth);
  if (typeof capturedAmount !== 'number') return null;
  if (typeof authorizedAmount === 'number' && capturedAmount > authorizedAmount) return 'captured more than authorized';
  if (typeof authorizedAmount === 'number' && authorizedAmount > asked) return 'authorized more than asked';
  if (capturedAmount >= asked) return null;
  const [entry] = entries;
  if (entries.length === 1 && entry !== undefined) {
    if (entry.usingValue !== null && entry.usingValue !== capturedAmount)
      return 'captured amount and used value differ';
    const unit = readVoucherUnit(vouchers);
    const isSameUnit = unit === null || unit === unitOf(order.worth);
    /* Some answers may tell what was there before. */
    if (isSameUnit && entry.remaining !== null && order.heldBefore != null && entry.remaining !== order.heldBefore)
      return order.heldBefore - entry.remaining === capturedAmount ? null : 'captured amount and what is left disagree';
  }
  return isHundredth(capturedAmount, order) ? 'captured amount may be in whole units of the currency' : null;
}

/** Whether an amount is what was asked for, given in dollars where cents were asked for. */
function isHundredth(amount: number, { worth }: RedeemOrder): boolean {
  const scale = isItems(worth) ? 1 : 10 ** minorDigits(worth.currency);
  return scale > 1 && amount * scale === magnitude(worth);
}

/** What an operation of the merchant API was asked about. */
export type Operated =
  | { readonly name: 'refund'; readonly ref: string; readonly captureId: string }
  | { readonly name: 'activate' | 'deactivate'; readonly range: SequenceRange };

/** @param mid that of the shop; null where it is not set */
export function operationMismatch(answer: OperationAnswer, asked: Operated, mid: string | null): string | null {
  const { captureId, authorizationId, refundId, activationId, canDeactivate, start, end } = answer;
  if (isOtherShop(answer.mid, mid)) return OTHER_SHOP;
  if (asked.name === 'refund') {
    if (captureId !== null && captureId !== asked.captureId) return 'the answer names another capture';
    if (activationId !== null || canDeactivate) return OTHER_CALL;
    return namesOtherVoucher(readVoucherEntries(answer.vouchers), asked.ref) ? OTHER_VOUCHER : null;
  }
  const isOfMoney = captureId !== null || authorizationId !== null || refundId !== null;
  if (isOfMoney || (asked.name === 'deactivate' && canDeactivate)) return OTHER_CALL;
  const { range } = asked;
  const isOtherRange =
    (start !== null && !isSameRef(start, range.start)) || (end !== null && !isSameRef(end, range.end));
  return isOtherRange ? 'the answer names other cards' : null;
}

/** What an answer to an issuance names. `idempotencyKey`: of its header; null where it has none. */
export interface IssueAnswered {
  readonly idempotencyKey: string | null;
  readonly vouchers: readonly ClientVoucher[];
}

/** The key, where it is repeated, says by itself to which request an answer belongs. */
export function issueMismatch({ idempotencyKey, vouchers }: IssueAnswered, order: IssueOrder): string | null {
  const { productCode, quantity, faceValue } = order;
  const isKeySame = idempotencyKey !== null && isSameRef(idempotencyKey, order.idempotencyKey);
  if (idempotencyKey !== null && !isKeySame) return 'the answer has another idempotency key';
  if (vouchers.length > quantity) return 'more vouchers than were ordered';
  if (new Set(vouchers.map(({ voucherId }) => voucherId)).size < vouchers.length) return 'a voucher is named twice';
  if (vouchers.some(({ product }) => product !== null && !isSameRef(product.code, productCode)))
    return 'the answer names another product';
  const isOtherValue = ({ holds, unit }: ClientVoucher) => unit !== 'items' && holds !== null && holds !== faceValue;
  return !isKeySame && faceValue !== undefined && vouchers.some(isOtherValue)
    ? 'the answer names another face value'
    : null;
}

/**
 * Whether one page of a search gives one transaction twice, for different vouchers or amounts. The
 * transactions of a page name no request, so nothing else of it can be compared.
 */
export function contradictsItself(rows: readonly IssuerTransaction[]): boolean {
  const said = new Map<string, string>();
  return rows.some(({ transactionId, type, mid, amount, currency, vouchers }) => {
    const used = vouchers.map(({ ref, usingValue }) => [refIdentity(ref), usingValue]);
    const text = JSON.stringify([mid, amount, currency, used]);
    const before = said.get(`${type} ${transactionId}`) ?? text;
    said.set(`${type} ${transactionId}`, text);
    return before !== text;
  });
}

/**
 * Why an id cannot be believed that came as a number. One that a double can hold, or print, may
 * have been rounded by whoever wrote it; the digits of any other cannot have been.
 */
export function roundedId(text: string, field: 'capture_id' | 'refund_id'): string | null {
  const digits = new RegExp(`"${field}"\\s*:\\s*(\\d{16,})`).exec(text)?.[1] ?? '0';
  const double = Number(digits);
  const mayBeRounded = BigInt(double) === BigInt(digits) || /^\d{1,17}0*$/.test(digits);
  return !Number.isSafeInteger(double) && mayBeRounded ? 'an id came as a number that may have lost digits' : null;
}

/** Whether an id or ref in an answer is not the one that was asked about. */
export function isOtherRef(named: string | null, asked: string): boolean {
  return named !== null && isUnderstood(named) && !isPartOf(named, asked) && !isPartOf(asked, named);
}

/** Whether two merchant ids are known and differ in more than leading zeros. */
export function isOtherShop(named: string | null, known: string | null): boolean {
  const digits = (mid: string) => mid.replace(/^0+/, '');
  return named !== null && known !== null && digits(named) !== digits(known);
}

/** Refs are named, and none of them is ours. */
function namesOtherVoucher(entries: readonly VoucherEntry[], ref: string): boolean {
  const named = entries.flatMap(({ refs }) => refs);
  return named.length > 0 && named.every((one) => isOtherRef(one, ref));
}

function isSameRef(one: string, other: string): boolean {
  return refIdentity(one) === refIdentity(other);
}

/** A ref may be shown by its end alone, with its product class before it, or without leading zeros. */
function isPartOf(part: string, whole: string): boolean {
  return refIdentity(whole).endsWith(refIdentity(part));
}

/** What is masked says nothing about the rest of it. */
function isUnderstood(ref: string): boolean {
  return /^[\p{L}\p{N}/_-]+$/u.test(ref) && !/^x{3,}/i.test(ref);
}

import { LIMITS } from '../../../contract/access/limits.ts';
import { isItems, type VoucherValue } from '../../../contract/money/money.ts';
import { type IssueSummary, isIssueOpen, type ProductView } from '../contract/issue.ts';

/** The number of requests for an order of this quantity. */
export function requestsOf(quantity: number): number {
  return Math.ceil(quantity / LIMITS.issueRequestMax);
}

/**
 * What so many vouchers are worth together; null where one of them is not known, or counts items.
 */
export function totalOf(each: VoucherValue | null, quantity: number): VoucherValue | null {
  return each === null || isItems(each) ? null : { ...each, amount: each.amount * quantity };
}

/** The initial value of one voucher; null if it is unknown. */
export function worthOfEach(
  { worth, openValue }: Pick<ProductView, 'worth' | 'openValue'>,
  faceValue: number | null,
  currency: string,
) {
  return openValue !== false && faceValue !== null ? { amount: faceValue, currency } : worth;
}

/** True if a stop has an effect: a further request would follow the current one. */
export function canStop({ state, remainder }: Pick<IssueSummary, 'state' | 'remainder'>): boolean {
  return isIssueOpen(state) && state !== 'stopping' && remainder > LIMITS.issueRequestMax;
}

/** True if the rest can be ordered: no request is running, and some vouchers are missing. */
export function canResume({ state, remainder }: Pick<IssueSummary, 'state' | 'remainder'>): boolean {
  return !isIssueOpen(state) && remainder > 0;
}

import { LIMITS } from '../../../contract/access/limits.ts';
import { isItems, type VoucherValue } from '../../../contract/money/money.ts';
import { type IssueSummary, isIssueOpen, type ProductView } from '../contract/issue.ts';

/** How many requests an order of so many vouchers takes. */
export function requestsOf(quantity: number): number {
  return Math.ceil(quantity / LIMITS.issueRequestMax);
}

/**
 * What so many vouchers are worth together; null where one of them is not known, or counts items.
 */
export function totalOf(each: VoucherValue | null, quantity: number): VoucherValue | null {
  return each === null || isItems(each) ? null : { ...each, amount: each.amount * quantity };
}

/** What one voucher of the order holds at first; null where nobody told. */
export function worthOfEach(
  { worth, openValue }: Pick<ProductView, 'worth' | 'openValue'>,
  faceValue: number | null,
  currency: string,
) {
  return openValue !== false && faceValue !== null ? { amount: faceValue, currency } : worth;
}

/**
 * Whether it can be stopped: something would be asked for after the request that is with the
 * issuer.
 */
export function canStop({ state, remainder }: Pick<IssueSummary, 'state' | 'remainder'>): boolean {
  return isIssueOpen(state) && state !== 'stopping' && remainder > LIMITS.issueRequestMax;
}

/** Whether the rest can be asked for: nothing is under way, and something is missing. */
export function canResume({ state, remainder }: Pick<IssueSummary, 'state' | 'remainder'>): boolean {
  return !isIssueOpen(state) && remainder > 0;
}

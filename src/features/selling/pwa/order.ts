import { LIMITS } from '../../../contract/access/limits.ts';
import { isItems, type Money, type VoucherValue } from '../../../contract/money/money.ts';
import { type IssueSummary, isIssueOpen, type ProductView, type VoucherNow } from '../contract/issue.ts';

/** The number of requests for an order of this quantity. */
export function requestsOf(quantity: number): number {
  return Math.ceil(quantity / LIMITS.issueRequestMax);
}

/** The total of these vouchers; null if a value is unknown or counts items. */
export function totalOf(each: VoucherValue | null, quantity: number): VoucherValue | null {
  return each === null || isItems(each) ? null : { ...each, amount: each.amount * quantity };
}

/** The initial value of one voucher; null if it is unknown. */
export function valueOfEach(
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

/**
 * True if the missing vouchers can be ordered: no request is running, and some vouchers are
 * missing.
 */
export function canResume({
  state,
  remainder,
  takenBack,
}: Pick<IssueSummary, 'state' | 'remainder' | 'takenBack'>): boolean {
  return !isIssueOpen(state) && remainder > 0 && takenBack === null;
}

/** How many vouchers have a balance at the issuer, and their sum; null if they count items. */
export function leftOn(states: readonly VoucherNow[]): { readonly vouchers: number; readonly sum: Money | null } {
  const left = states.flatMap(({ remaining }) => remaining ?? []);
  const money = left.flatMap((value) => (isItems(value) ? [] : [value]));
  const [first] = money;
  return {
    vouchers: left.filter((value) => (isItems(value) ? value.items : value.amount) > 0).length,
    sum: first === undefined ? null : { ...first, amount: money.reduce((sum, { amount }) => sum + amount, 0) },
  };
}

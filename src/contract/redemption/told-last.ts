import { TENDER_STATES } from './states.ts';
import type { TenderView } from './tender.ts';

/** A redemption as far as it changes what its voucher holds. */
export type VoucherUse = Pick<TenderView, 'id' | 'last4' | 'state' | 'changedAt'>;

/**
 * Whether what a redemption left is still on its voucher, as far as these others tell: none of them
 * changed it afterwards, nor may have. Vouchers are told apart by their last four, so that of two
 * that share them one is not told too often.
 */
export function isToldLast(use: VoucherUse, uses: readonly VoucherUse[]): boolean {
  return !uses.some((other) => other.id !== use.id && other.last4 === use.last4 && mayHaveFollowed(other, use));
}

function mayHaveFollowed({ state, changedAt }: VoucherUse, before: VoucherUse): boolean {
  const { open, outcome } = TENDER_STATES[state];
  return open || (outcome === 'succeeded' && changedAt >= before.changedAt);
}

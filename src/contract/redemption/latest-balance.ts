import { TENDER_STATES } from './states.ts';
import type { TenderView } from './tender.ts';

/** The parts of a redemption that affect its voucher's balance. */
export type VoucherUse = Pick<TenderView, 'id' | 'last4' | 'state' | 'changedAt'>;

/**
 * True if the balance that a redemption left is still current, that is, if no other of these
 * redemptions changed it afterwards, or may have. Vouchers are compared by their last four digits,
 * so a balance may be hidden needlessly, but is never wrong.
 */
export function isLatestBalance(use: VoucherUse, uses: readonly VoucherUse[]): boolean {
  return !uses.some((other) => other.id !== use.id && other.last4 === use.last4 && mayHaveFollowed(other, use));
}

function mayHaveFollowed({ state, changedAt }: VoucherUse, before: VoucherUse): boolean {
  const { open, outcome } = TENDER_STATES[state];
  return open || (outcome === 'succeeded' && changedAt >= before.changedAt);
}

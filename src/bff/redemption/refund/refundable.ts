import { hasRedeemed } from '../../../contract/redemption/tender.ts';
import type { SaleMark } from '../journal/sales.ts';
import type { TenderRecord } from '../journal/tender-store.ts';

/**
 * Returns how much of a redemption can still be refunded: its whole capture, in minor units or
 * items. Money on its way back counts as gone, also while the outcome of its refund is unknown.
 */
export function refundableAmount(
  { id, status }: TenderRecord,
  { beingRefunded }: Pick<SaleMark, 'beingRefunded'>,
): number {
  return hasRedeemed(status.state) && !beingRefunded.has(id) ? (status.capture?.captured ?? 0) : 0;
}

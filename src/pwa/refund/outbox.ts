import { type OperationOutbox, openOperationOutbox } from '../pending-operations/outbox.ts';
import { type PendingRefund, pendingRefundSchema } from './pending-refund.ts';

/** Refunds whose outcome this device does not know yet. */
export type RefundOutbox = OperationOutbox<PendingRefund>;

export function createRefundOutbox(name = 'tillside-refunds'): RefundOutbox {
  return openOperationOutbox(name, 'refunds', pendingRefundSchema);
}

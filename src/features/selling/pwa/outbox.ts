import { type OperationOutbox, openOperationOutbox } from '../../../pwa/pending-operations/outbox.ts';
import { type PendingIssue, pendingIssueSchema } from './pending-issue.ts';

/** Orders that the server may not have yet. Vouchers are never stored here. */
export type SellOutbox = OperationOutbox<PendingIssue>;

export function createSellOutbox(name = 'tillside-sales'): SellOutbox {
  return openOperationOutbox(name, 'sales', pendingIssueSchema);
}

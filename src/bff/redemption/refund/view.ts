import { isKeyId } from '../../../contract/access/key.ts';
import type { RefundView } from '../../../contract/redemption/refund.ts';
import type { RefundRecord } from '../journal/refund-store.ts';
import { refundedValue } from '../settle/refund-case.ts';

/** Builds the response for a refund. It contains no ref. */
export function refundView(refund: RefundRecord): RefundView {
  const { id, tender, status, note, createdAt, person, device } = refund;
  return {
    id,
    state: status.state,
    refundId: status.refundId,
    tenderId: tender.id,
    amount: refundedValue(tender),
    refusal: status.refusal,
    unusable: wasUnusableWhenSent(refund),
    reason: note,
    last4: tender.last4,
    createdAt: new Date(createdAt).toISOString(),
    changedAt: new Date(status.changedAt).toISOString(),
    person: person.name,
    device: device.name,
    ...(isKeyId(device.id) && { key: true as const }),
  };
}

function wasUnusableWhenSent({ facts, createdAt }: RefundRecord): RefundView['unusable'] {
  const intent = facts.find(({ fact }) => fact.kind === 'intent')?.fact;
  const snapshot = intent?.kind === 'intent' ? intent.snapshot : null;
  if (snapshot == null) return null;
  const { status, expiresAt } = snapshot;
  if (status === 'expired' || status === 'inactive' || status === 'void') return status;
  return expiresAt != null && expiresAt < createdAt ? 'expired' : null;
}

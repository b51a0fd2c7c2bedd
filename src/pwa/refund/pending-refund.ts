import * as z from 'zod/mini';
import { voucherValueSchema } from '../../contract/money/money.ts';
import { isRefundOpen, type RefundView } from '../../contract/redemption/refund.ts';
import { REFUND_STATES, type Tone } from '../../contract/redemption/states.ts';
import { type Delivery, isUnconfirmed, type Phase } from '../pending-operations/pending-operation.ts';

export const pendingRefundSchema = z.object({
  id: z.string(),
  tenderId: z.string(),
  reason: z.string(),
  last4: z.string(),
  amount: voucherValueSchema,
  savedAt: z.number(),
});
/**
 * A request to refund one redemption, with the id that this page created for it. It contains
 * nothing redeemable.
 */
export type PendingRefund = z.infer<typeof pendingRefundSchema>;

export type RefundPhase = Phase<RefundView>;
export type Refunding = Delivery<PendingRefund, RefundView>;

/** The status of a refund for the screen; never more certain than the journal. */
export type RefundOutcome = 'checking' | 'manager' | 'missing' | 'refunded' | 'declined' | 'not-refunded' | 'refused';

/** The tone of a phase. As with redemptions, an unknown outcome never looks like an answer. */
export function toneOf(phase: RefundPhase): Tone {
  if (phase.at === 'answered') return REFUND_STATES[phase.view.state].tone;
  return isUnconfirmed(phase) ? 'unknown' : 'attention';
}

export function outcomeOf(phase: RefundPhase): RefundOutcome {
  if (phase.at !== 'answered') return isUnconfirmed(phase) ? 'checking' : phase.at;
  switch (phase.view.state) {
    case 'intent':
    case 'sent':
    case 'unknown':
      return 'checking';
    case 'not_sent':
    case 'not_refunded':
      return 'not-refunded';
    case 'manager':
    case 'refunded':
    case 'declined':
      return phase.view.state;
  }
}

/**
 * True while it is unknown if the amount was refunded. Until then, it is queried, and no other
 * refund of the redemption can start.
 */
export function isPending(phase: RefundPhase): boolean {
  return phase.at === 'answered' ? isRefundOpen(phase.view.state) : isUnconfirmed(phase);
}

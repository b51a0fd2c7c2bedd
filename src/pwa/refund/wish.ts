import * as z from 'zod/mini';
import { voucherValueSchema } from '../../contract/money/money.ts';
import { isRefundOpen, type RefundView } from '../../contract/redemption/refund.ts';
import { REFUND_STATES, type Tone } from '../../contract/redemption/states.ts';
import { type Delivery, isUnderWay, type Phase } from '../wishes/wish.ts';

export const refundWishSchema = z.object({
  id: z.string(),
  tenderId: z.string(),
  reason: z.string(),
  last4: z.string(),
  amount: voucherValueSchema,
  savedAt: z.number(),
});
/**
 * A wish to give back what one redemption took, with the id that this page made for it.
 *
 * It holds nothing that could be redeemed.
 */
export type RefundWish = z.infer<typeof refundWishSchema>;

/** What this page knows of a refund. */
export type RefundPhase = Phase<RefundView>;
export type Refunding = Delivery<RefundWish, RefundView>;

/** How a refund stands, as a person sees it; never more certain than what the journal said. */
export type RefundOutcome = 'checking' | 'manager' | 'missing' | 'refunded' | 'declined' | 'not-refunded' | 'refused';

/** How a phase looks; as with redemptions, what is not known never looks like an answer. */
export function toneOf(phase: RefundPhase): Tone {
  if (phase.at === 'heard') return REFUND_STATES[phase.view.state].tone;
  return isUnderWay(phase) ? 'unknown' : 'attention';
}

/** What a phase says in one word. */
export function outcomeOf(phase: RefundPhase): RefundOutcome {
  if (phase.at !== 'heard') return isUnderWay(phase) ? 'checking' : phase.at;
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
 * True while nobody knows whether the amount is back.
 *
 * Then it is asked after, and no other refund of the redemption is begun.
 */
export function isPending(phase: RefundPhase): boolean {
  return phase.at === 'heard' ? isRefundOpen(phase.view.state) : isUnderWay(phase);
}

import type { Role } from '../../contract/access/people.ts';
import { TENDER_STATES } from '../../contract/redemption/states.ts';
import type { TenderView } from '../../contract/redemption/tender.ts';

/**
 * The offered way to reverse a redemption: undo, refund by a manager or with a manager's PIN, or
 * none. The server decides.
 */
export function refundOffer(
  { state, canUndoUntil }: Pick<TenderView, 'state' | 'canUndoUntil'>,
  role: Role,
  now: number,
): RefundOffer | null {
  const leftMs = canUndoUntil === null ? 0 : Date.parse(canUndoUntil) - now;
  if (leftMs > 0) return { kind: 'undo', leftMs };
  if (!TENDER_STATES[state].refundable) return null;
  return { kind: role === 'manager' ? 'refund' : 'approved' };
}

export type RefundOffer = { readonly kind: 'undo'; readonly leftMs: number } | { readonly kind: 'refund' | 'approved' };

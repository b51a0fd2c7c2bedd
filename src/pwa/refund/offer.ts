import type { Role } from '../../contract/access/people.ts';
import { TENDER_STATES } from '../../contract/redemption/states.ts';
import type { TenderView } from '../../contract/redemption/tender.ts';

/**
 * What to offer for a redemption: its undoing, a refund to a manager or with a manager's PIN, or
 * nothing.
 *
 * The server has the last word.
 */
export function refundOffer(
  { state, canUndoUntil }: Pick<TenderView, 'state' | 'canUndoUntil'>,
  role: Role,
  now: number,
): Offer | null {
  const leftMs = canUndoUntil === null ? 0 : Date.parse(canUndoUntil) - now;
  if (leftMs > 0) return { kind: 'undo', leftMs };
  if (!TENDER_STATES[state].refundable) return null;
  return { kind: role === 'manager' ? 'refund' : 'approved' };
}

export type Offer = { readonly kind: 'undo'; readonly leftMs: number } | { readonly kind: 'refund' | 'approved' };

import type { Role } from '../../contract/people.ts';
import type { TenderState, TenderView } from '../../contract/tender.ts';

/** What a manager may give back, whoever took it and whenever. */
const REFUNDABLE: readonly TenderState[] = ['captured', 'captured_partial', 'attached', 'late_capture'];

/** What to offer for a redemption: its undoing while the server allows that, a refund to a manager, or nothing. The server has the last word. */
export function refundOffer({ state, canUndoUntil }: Pick<TenderView, 'state' | 'canUndoUntil'>, role: Role, now: number): Offer | null {
  const leftMs = canUndoUntil === null ? 0 : Date.parse(canUndoUntil) - now;
  if (leftMs > 0) return { kind: 'undo', leftMs };
  return role === 'manager' && REFUNDABLE.includes(state) ? { kind: 'refund' } : null;
}

export type Offer = { readonly kind: 'undo'; readonly leftMs: number } | { readonly kind: 'refund' };

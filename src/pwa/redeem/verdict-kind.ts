import type { RefusalReason } from '../../contract/refusal.ts';
import { isTenderOpen, type TenderState, type TenderView } from '../../contract/tender.ts';

/** The four things that a redemption can come to, as a person sees them. */
export type VerdictKind = 'done' | 'attention' | 'refused' | 'unknown';

const KIND_OF_STATE = {
  intent: 'unknown',
  sent: 'unknown',
  unknown: 'unknown',
  manager: 'unknown',
  captured: 'done',
  attached: 'done',
  captured_partial: 'attention',
  not_sent: 'attention',
  not_captured: 'attention',
  late_capture: 'attention',
  refunded: 'attention',
  cancelled: 'attention',
  declined: 'refused',
} as const satisfies Record<TenderState, VerdictKind>;

/** A cashier can do something about these; the others end with another way to pay. */
export const KIND_OF_REFUSAL = {
  'not-found': 'refused',
  inactive: 'attention',
  expired: 'refused',
  void: 'refused',
  used: 'refused',
  'not-enough': 'attention',
  'wrong-currency': 'refused',
  'open-elsewhere': 'attention',
  'issuer-declined': 'refused',
} as const satisfies Record<RefusalReason, VerdictKind>;

/** How a tender looks on the screen: never more certain than its state in the journal. */
export function verdictKind({ state, refusal }: Pick<TenderView, 'state' | 'refusal'>): VerdictKind {
  return state === 'declined' && refusal !== null ? KIND_OF_REFUSAL[refusal.reason] : KIND_OF_STATE[state];
}

/** Money that this tender took for good, as far as the journal knows. */
export function hasTaken(state: TenderState): boolean {
  return state === 'captured' || state === 'captured_partial' || state === 'attached';
}

/** Nothing more will come by itself: the outcome may be shown and the copy in the outbox may go. */
export function isFinal(state: TenderState): boolean {
  return !isTenderOpen(state);
}

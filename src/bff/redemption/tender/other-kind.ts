import { magnitude, unitOf } from '../../../contract/money/money.ts';
import type { RefusalReason } from '../../../contract/voucher/refusal.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import { heldWhenSent } from '../operation/snapshot.ts';

/**
 * Refusals that a voucher of another kind gets.
 *
 * One that holds enough of the kind that was asked for does not get them.
 */
const DOUBTFUL: ReadonlySet<RefusalReason> = new Set(['not-enough', 'issuer-declined']);

/**
 * Whether the outcome of a redemption speaks against its voucher's kind of worth.
 *
 * The shop's setting gave the voucher that kind. The answer names another one, or it was taken in
 * part or refused though the balance before was enough. A kind that the issuer told is not doubted
 * here.
 */
export function isOfOtherKind({ standing, requested }: Pick<TenderRecord, 'standing' | 'requested'>): boolean {
  const { snapshot, sentAt, capture, refusal } = standing;
  /* v2 names no kind. So that of a number which v2 alone gave is the setting's. */
  if (snapshot?.source !== 'legacy' || snapshot.unit !== unitOf(requested)) return false;
  const held = heldWhenSent(snapshot, sentAt);
  const wasEnough = held !== null && held >= magnitude(requested);
  if (capture)
    return (
      (capture.unit != null && capture.unit !== unitOf(requested)) ||
      (wasEnough && capture.captured < magnitude(requested))
    );
  return wasEnough && standing.state === 'declined' && refusal !== null && DOUBTFUL.has(refusal.reason);
}

import { magnitude, unitOf } from '../../../contract/money/money.ts';
import type { RefusalReason } from '../../../contract/voucher/refusal.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import { heldWhenSent } from '../operation/snapshot.ts';

/**
 * Refusals that a voucher of another kind gets. A voucher that holds enough of the requested kind
 * does not get them.
 */
const DOUBTFUL: ReadonlySet<RefusalReason> = new Set(['not-enough', 'issuer-declined']);

/**
 * True if the outcome of a redemption contradicts its voucher's kind of value.
 *
 * The kind came from the shop's setting. The answer names another one, or the voucher was redeemed
 * in part or refused although the balance before was enough. A kind that the issuer named is not
 * doubted here.
 */
export function isOfOtherKind({ standing, requested }: Pick<TenderRecord, 'standing' | 'requested'>): boolean {
  const { snapshot, sentAt, capture, refusal } = standing;
  /* v2 names no kind, so the kind of a number that only v2 gave comes from the setting. */
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

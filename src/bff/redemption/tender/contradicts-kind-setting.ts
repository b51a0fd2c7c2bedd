import { magnitude, unitOf } from '../../../contract/money/money.ts';
import type { RefusalReason } from '../../../contract/voucher/refusal.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import { balanceWhenSent } from '../operation/snapshot.ts';

/**
 * Refusals that a voucher of another kind gets, and one with enough balance of the requested kind
 * does not.
 */
const DOUBTFUL: ReadonlySet<RefusalReason> = new Set(['not-enough', 'issuer-declined']);

/**
 * True if the outcome of a redemption contradicts its voucher's kind of value.
 *
 * The kind came from the shop's setting. Either the answer names another kind, or the voucher was
 * redeemed in part or refused although its balance was enough. False for a kind that the issuer
 * named.
 */
export function contradictsKindSetting({ status, requested }: Pick<TenderRecord, 'status' | 'requested'>): boolean {
  const { snapshot, sentAt, capture, refusal } = status;
  /* v2 names no kind, so the setting decides the kind of a number from v2 alone. */
  if (snapshot?.source !== 'legacy' || snapshot.unit !== unitOf(requested)) return false;
  const held = balanceWhenSent(snapshot, sentAt);
  const wasEnough = held !== null && held >= magnitude(requested);
  if (capture)
    return (
      (capture.unit != null && capture.unit !== unitOf(requested)) ||
      (wasEnough && capture.captured < magnitude(requested))
    );
  return wasEnough && status.state === 'declined' && refusal !== null && DOUBTFUL.has(refusal.reason);
}

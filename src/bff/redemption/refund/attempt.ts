import { lostOrMismatch } from '../../issuer/mismatch.ts';
import type { ChangeResult, Issuer } from '../../issuer/port.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { RefundedFact, RefundJournal, RefundRecord } from '../journal/refund-store.ts';
import { createFirstByteCheck } from '../operation/first-byte.ts';
import { writeOutcome } from '../operation/outcome.ts';
import { mayBecomeRefunded } from '../settle/refund-case.ts';

type Outcome = ChangeResult<{ readonly refundId: string }>;

export interface RefundAttemptDeps extends Pick<Ports, 'clock' | 'log'> {
  readonly refunds: RefundJournal;
  readonly issuer: Pick<Issuer, 'refund'>;
}

/**
 * Makes one attempt at a refund that is at SENT.
 *
 * SENT is on the disk before the first byte leaves. There is one POST, then its outcome is
 * appended.
 *
 * - A refund id in the issuer's own format: refunded, and its tender too.
 * - A refund id that another operation has claimed: unknown.
 * - The issuer reports that it was done before: unknown. An earlier attempt may have succeeded
 *   after all, so its row is searched for.
 * - Another allow-listed refusal with a code: declined.
 * - No connection, the first byte too late after SENT, or a pause: not_sent.
 * - Anything else, including silence: unknown.
 *
 * @param sent a refund at SENT
 * @param scope first part of the refund handle
 * @param sentAtMs monotonic time just before SENT was written
 * @returns the refund with its outcome, or as another server changed it
 * @throws if the journal cannot be written; the refund then stays at SENT, which recovery handles
 */
export type RefundAttempt = (sent: RefundRecord, scope: string, sentAtMs: number) => Promise<RefundRecord>;

export function createRefundAttempt(deps: RefundAttemptDeps): RefundAttempt {
  const { issuer, refunds, clock, log } = deps;
  return async (sent, scope, sentAtMs) => {
    const { capture } = sent.tender.status;
    if (!capture) throw new Error('A refund must belong to a capture');
    const outcome = await issuer.refund(
      { scope, captureId: capture.captureId, ref: sent.tender.ref },
      createFirstByteCheck(clock, sentAtMs),
    );
    return writeOutcome({
      kind: 'refund',
      id: sent.id,
      log,
      write: () => record(deps, sent, outcome),
      read: () => refunds.read(sent.shop, sent.id),
      /* A refund confirmed by the issuer is recorded in any state. */
      writeLate: async (now) =>
        outcome.outcome === 'succeeded' && mayBecomeRefunded(now)
          ? refunds.refunded(now, refundedFact(outcome.value))
          : null,
    });
  };
}

async function record({ refunds }: RefundAttemptDeps, sent: RefundRecord, outcome: Outcome): Promise<RefundRecord> {
  const contradiction = (reason: string) =>
    refunds.append(sent, { kind: 'unknown', reason, evidence: 'answer-contradicts' });
  switch (outcome.outcome) {
    case 'succeeded':
    case 'partial': {
      const recorded = await refunds.refunded(sent, refundedFact(outcome.value));
      return recorded ?? contradiction('the refund id belongs to another operation');
    }
    case 'declined': {
      const { refusal } = outcome;
      if (refusal.reason !== 'used') return refunds.append(sent, { kind: 'declined', refusal });
      return contradiction(`the issuer reports that it was already refunded (${refusal.issuerCode ?? 'no code'})`);
    }
    case 'not-sent':
      return refunds.append(sent, { kind: 'not_sent', reason: outcome.reason });
    case 'not-configured':
      return refunds.append(sent, { kind: 'not_sent', reason: 'this shop cannot refund through the issuer' });
    case 'unknown':
      return refunds.append(sent, { kind: 'unknown', reason: outcome.reason, evidence: lostOrMismatch(outcome) });
    default:
      return outcome satisfies never;
  }
}

function refundedFact({ refundId }: { readonly refundId: string }): RefundedFact {
  return { kind: 'refunded', refundId, evidence: 'answer' };
}

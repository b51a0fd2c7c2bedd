import { LIMITS } from '../../contract/limits.ts';
import { magnitude, sameKind } from '../../contract/money.ts';
import type { Issuer, RedeemOutcome } from '../issuer/port.ts';
import type { CaptureFact } from '../journal/facts.ts';
import type { Journal, TenderRecord } from '../journal/store.ts';
import type { Clock } from '../ports.ts';
import { isFullCapture } from './view.ts';

type Captured = Extract<RedeemOutcome, { outcome: 'captured' }>;

/** What an attempt needs from the rest of the server. */
export interface AttemptDeps {
  readonly journal: Journal;
  readonly issuer: Issuer;
  readonly clock: Clock;
}

/**
 * One attempt at a tender that stands at INTENT: SENT is on the disk before the first byte leaves, then one POST, then its outcome is
 * appended. Where SENT cannot be written nothing is sent.
 *
 * | the attempt ends with | the tender becomes |
 * |---|---|
 * | a capture in the issuer's own format | captured, or captured_partial when it is less than asked |
 * | a capture that another tender has claimed, or of another kind of worth | unknown |
 * | an allow-listed refusal with a code | declined |
 * | no connection, or the first byte too late after SENT | not_sent |
 * | anything else, silence included | unknown |
 *
 * @returns the tender with its outcome
 * @throws when the journal cannot be written; the tender then stands at INTENT or SENT, which recovery knows how to read
 */
export async function attempt(deps: AttemptDeps, tender: TenderRecord): Promise<TenderRecord> {
  const { journal, issuer, clock } = deps;
  const sent = await journal.append(tender, { kind: 'sent', attempt: tender.standing.attempts + 1, offset: issuer.clockOffset() });
  const sentAt = clock.monotonic();
  const outcome = await issuer.redeem({ ref: tender.ref, worth: tender.requested, returnVouchersInfo: tender.returnVouchersInfo }, () => {
    if (clock.monotonic() - sentAt > LIMITS.sentToFirstByteMs) throw new Error('the first byte would have left too late');
  });
  switch (outcome.outcome) {
    case 'captured':
      return captured(deps, sent, outcome);
    case 'declined':
      return journal.append(sent, { kind: 'declined', refusal: outcome.refusal });
    case 'not-sent':
      return journal.append(sent, { kind: 'not_sent', reason: outcome.reason });
    case 'unknown':
      return journal.append(sent, { kind: 'unknown', reason: outcome.reason });
    default:
      return outcome satisfies never;
  }
}

async function captured({ journal }: AttemptDeps, sent: TenderRecord, outcome: Captured): Promise<TenderRecord> {
  if (!sameKind(outcome.captured, sent.requested))
    return journal.append(sent, { kind: 'unknown', reason: 'captured in another currency than asked' });
  if (outcome.mid !== null) await journal.learnMid(sent.shop, outcome.mid);
  const recorded = await journal.capture(sent, captureFact(sent, outcome));
  return recorded ?? journal.append(sent, { kind: 'unknown', reason: 'the capture id belongs to another tender' });
}

function captureFact(tender: TenderRecord, outcome: Captured): CaptureFact {
  return {
    kind: isFullCapture(tender.requested, outcome.captured) ? 'captured' : 'captured_partial',
    captureId: outcome.captureId,
    authorizationId: outcome.authorizationId,
    captured: magnitude(outcome.captured),
    evidence: 'answer',
    refundHandle: outcome.refundHandle,
    vouchers: [...outcome.vouchers],
  };
}

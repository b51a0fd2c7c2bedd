import { isSameKind, magnitude, unitOf } from '../../../contract/money/money.ts';
import { isOtherShop, lostOrMismatch } from '../../issuer/mismatch.ts';
import type { RedeemOrder, RedeemOutcome } from '../../issuer/port.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { type Capture, mayFollowTender } from '../journal/tender-facts.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import { createFirstByteCheck } from '../operation/first-byte.ts';
import { writeOutcome } from '../operation/outcome.ts';
import { balanceWhenSent } from '../operation/snapshot.ts';
import { contradictsKindSetting } from './contradicts-kind-setting.ts';
import { isFullCapture } from './view.ts';

type CapturedOutcome = Extract<RedeemOutcome, { outcome: 'captured' }>;

export interface TenderAttemptDeps extends Pick<Ports, 'clock' | 'log' | 'issuer'> {
  readonly journal: TenderJournal;
  /**
   * Called for a tender whose outcome contradicts the shop's setting for the kind of its vouchers.
   */
  readonly onKindContradiction?: (tender: TenderRecord) => void;
  /** Called if the answer about a tender's voucher names another mid than the shop's. */
  readonly onOtherMid?: (tender: TenderRecord, mid: string) => Promise<void>;
}

/**
 * Makes one attempt at a tender that is at SENT.
 *
 * SENT is on the disk before the first byte leaves. There is one POST, then its outcome is
 * appended.
 *
 * - A capture in the issuer's own format: captured, or captured_partial if it is less than
 *   requested.
 * - A capture that another tender has claimed, that search showed before, or of another merchant id
 *   or unit: unknown.
 * - An allow-listed refusal with a code: declined.
 * - No connection, the first byte too late after SENT, or a pause: not_sent.
 * - Anything else, including silence: unknown.
 *
 * A second attempt proves nothing about the first, so anything but a capture leaves the tender
 * unknown.
 *
 * @param sent a tender at SENT
 * @param sentAtMs monotonic time just before SENT was written
 * @returns the tender with its outcome, or as another server changed it
 * @throws if the journal cannot be written; the tender then stays at SENT, which recovery handles
 */
export type TenderAttempt = (sent: TenderRecord, sentAtMs: number) => Promise<TenderRecord>;

export function createTenderAttempt(deps: TenderAttemptDeps): TenderAttempt {
  const { issuer, journal, clock, log } = deps;
  return async (sent, sentAtMs) => {
    const outcome = await issuer.redeem(orderOf(sent), createFirstByteCheck(clock, sentAtMs));
    const recorded = await writeOutcome({
      kind: 'tender',
      id: sent.id,
      log,
      write: () => record(deps, sent, outcome),
      read: () => journal.read(sent.shop, sent.id),
      writeLate: (now) => recordLate(deps, now, outcome),
    });
    if (contradictsKindSetting(recorded)) deps.onKindContradiction?.(recorded);
    const otherMid = await otherMidOf(journal, sent, outcome);
    if (otherMid !== null) await deps.onOtherMid?.(recorded, otherMid);
    return recorded;
  };
}

/** Returns the mid that an answer about the voucher names, if it is not the shop's. */
async function otherMidOf(
  journal: Pick<TenderJournal, 'mid'>,
  { shop }: TenderRecord,
  outcome: RedeemOutcome,
): Promise<string | null> {
  if (outcome.outcome === 'unknown') return outcome.otherMid ?? null;
  if (outcome.outcome !== 'captured' || outcome.mid === null) return null;
  /* A sister's mid was not learned. */
  const mid = await journal.mid(shop);
  return mid === null || isOtherShop(outcome.mid, mid) ? outcome.mid : null;
}

/** A single-use voucher loses its whole balance, so its earlier balance proves nothing. */
function orderOf({ ref, requested, status }: TenderRecord): RedeemOrder {
  const { snapshot, sentAt } = status;
  const isComparable = snapshot?.unit === unitOf(requested) && snapshot.singleUse !== true;
  const heldBefore = isComparable ? balanceWhenSent(snapshot, sentAt) : null;
  return { ref, worth: requested, balanceBefore: heldBefore };
}

function record(deps: TenderAttemptDeps, sent: TenderRecord, outcome: RedeemOutcome): Promise<TenderRecord> {
  const { journal } = deps;
  if (outcome.outcome === 'captured') return captured(deps, sent, outcome);
  if (sent.status.attempts > 1) {
    const reason = outcome.outcome === 'declined' ? 'the second attempt was declined' : outcome.reason;
    const evidence = lostOrMismatch(outcome);
    return journal.append(sent, { kind: 'unknown', reason: `second attempt: ${reason}`, evidence });
  }
  switch (outcome.outcome) {
    case 'declined':
      return journal.append(sent, { kind: 'declined', refusal: outcome.refusal });
    case 'not-sent':
      return journal.append(sent, { kind: 'not_sent', reason: outcome.reason });
    case 'unknown':
      return journal.append(sent, { kind: 'unknown', reason: outcome.reason, evidence: lostOrMismatch(outcome) });
    default:
      return outcome satisfies never;
  }
}

async function captured(
  { journal }: TenderAttemptDeps,
  sent: TenderRecord,
  outcome: CapturedOutcome,
): Promise<TenderRecord> {
  const contradiction = (reason: string) =>
    journal.append(sent, { kind: 'unknown', reason, evidence: 'answer-contradicts' });
  const why = await contradictionOf(journal, sent, outcome);
  if (why !== null) return contradiction(why);
  if (outcome.mid !== null) await journal.learnMid(sent.shop, outcome.mid);
  const kind = isFullCapture(sent.requested, outcome.captured) ? 'captured' : 'captured_partial';
  const recorded = await journal.capture(sent, { kind, ...captureFrom(outcome) });
  return recorded ?? contradiction('the capture id belongs to another operation');
}

/** Returns the reason why a capture cannot be this tender's; null if this server knows none. */
async function contradictionOf(
  journal: Pick<TenderJournal, 'mid'>,
  { requested, status, shop }: TenderRecord,
  { captured: value, mid, captureId }: CapturedOutcome,
): Promise<string | null> {
  if (!isSameKind(value, requested)) return 'captured in a different currency than requested';
  if (isOtherShop(mid, await journal.mid(shop))) return 'captured under a different merchant id than the shop’s';
  return status.snapshot?.seen?.includes(captureId) === true
    ? 'the search listed this capture before the request was sent'
    : null;
}

/** Records a capture even if the tender has since been recorded without one. */
async function recordLate(
  { journal }: TenderAttemptDeps,
  now: TenderRecord,
  outcome: RedeemOutcome,
): Promise<TenderRecord | null> {
  if (outcome.outcome !== 'captured' || (await contradictionOf(journal, now, outcome)) !== null) return null;
  const full = isFullCapture(now.requested, outcome.captured) ? 'captured' : 'captured_partial';
  if (outcome.mid !== null) await journal.learnMid(now.shop, outcome.mid);
  const kind = ([full, 'late_capture'] as const).find((possible) => mayFollowTender(now.status.state, possible));
  return kind === undefined ? null : journal.capture(now, { kind, ...captureFrom(outcome) });
}

function captureFrom({
  captureId,
  authorizationId,
  captured: value,
  refundHandle,
  vouchers,
  unit,
}: CapturedOutcome): Capture {
  const unitDetail = unit == null ? {} : { unit };
  return {
    captureId,
    authorizationId,
    captured: magnitude(value),
    evidence: 'answer',
    refundHandle,
    vouchers: [...vouchers],
    ...unitDetail,
  };
}

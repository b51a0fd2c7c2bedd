import { lostOrMismatch } from '../../../bff/issuer/mismatch.ts';
import { waitOutPause } from '../../../bff/issuer/pause.ts';
import type { Issuer } from '../../../bff/issuer/port.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { createFirstByteCheck } from '../../../bff/redemption/operation/first-byte.ts';
import type { Run } from '../../../bff/redemption/operation/runs.ts';
import type { Gate } from '../../../bff/redemption/recovery/gate.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { isSending } from '../contract/activation.ts';
import { nextRange, type RangeStatus, sentRange } from './activation-facts.ts';
import type { ActivationJournal, ActivationRecord, OtherActivationFact } from './activation-store.ts';
import type { CardCalls } from './issuer-calls.ts';

export interface SendRangesDeps extends Pick<Ports, 'clock' | 'log'> {
  readonly journal: ActivationJournal;
  readonly issuer: Pick<CardCalls, 'activate'> & Pick<Issuer, 'pauseMs'>;
  /** Learns the shop's mid from answers of the issuer. */
  readonly learnMid: (mid: string) => Promise<void>;
  readonly gate: Pick<Gate, 'closedFor' | 'mayHaveLost'>;
  /** Aborted when the server stops: no further range is sent then. */
  readonly stopping: AbortSignal;
}

type Outcome = Awaited<ReturnType<CardCalls['activate']>>;

/** The outcome of a range that was sent; in memory until it is in the journal. */
interface RangeOutcome {
  readonly range: number;
  readonly outcome: Outcome;
}

/**
 * Sends the waiting ranges of an activation, one request after the other. Each is SENT on the disk
 * before its first byte leaves, and its outcome is on the disk before the next one.
 *
 * | the request ends with | the range becomes |
 * |---|---|
 * | success in the issuer's own format, with or without an id | done |
 * | an allow-listed refusal with a code | refused; of a half with several cards, halved |
 * | no connection, the first byte too late after SENT, or a long pause | not_sent |
 * | anything else, including silence | unknown |
 *
 * A later attempt proves nothing about an earlier one with an unknown outcome, so any later outcome
 * except success leaves the range unknown. After a gap of the journal, an earlier attempt may be
 * missing: the issuer may refuse cards because they are active, so its refusal leaves the range
 * unknown.
 */
export function sendRanges(
  deps: SendRangesDeps,
  { id, shop, status: { run } }: ActivationRecord,
): Run<ActivationRecord> {
  const { journal, issuer, clock, log, gate, stopping } = deps;
  let answered: RangeOutcome | null = null;

  async function send(activation: ActivationRecord, position: number): Promise<ActivationRecord> {
    const { start, end } = rangeAt(activation, position);
    await waitOutPause(clock, () => issuer.pauseMs());
    const sentAtMs = clock.monotonic();
    const sent = await journal.append(activation, { kind: 'sent', range: position });
    answered = { range: position, outcome: { outcome: 'unknown', reason: 'the request was interrupted' } };
    const outcome = await issuer.activate({ start, end }, createFirstByteCheck(clock, sentAtMs));
    answered = { range: position, outcome };
    return sent;
  }

  /**
   * Writes the outcome. Facts that other servers wrote in the meantime take precedence, except over
   * a success.
   */
  async function write(activation: ActivationRecord, { range, outcome }: RangeOutcome): Promise<ActivationRecord> {
    const before = rangeAt(activation, range);
    const mayBeActive = before.uncertain || gate.mayHaveLost(LIMITS.sentAgoMsMax);
    const fact = factOf(range, outcome, before, mayBeActive);
    const isOurs = before.state === 'sent' && activation.status.run === run;
    const fits = isOurs || (fact.kind === 'done' && (before.state === 'sent' || before.state === 'unknown'));
    if (outcome.outcome === 'succeeded' && outcome.value.mid !== null) await deps.learnMid(outcome.value.mid);
    const written = fits ? await journal.append(activation, fact) : activation;
    answered = null;
    return written;
  }

  function stopReason({ status }: ActivationRecord) {
    if (stopping.aborted) return 'server-stopped';
    if (gate.closedFor() !== null) return 'journal-gap';
    if (status.setAside >= LIMITS.setAsideMax) return 'many-refused';
    return status.silent >= LIMITS.silentRangesMax ? 'issuer-silent' : null;
  }

  return {
    kind: 'activation',
    id,
    number: run,
    read: () => journal.read(shop, id),
    async step(activation) {
      if (answered !== null) return write(activation, answered);
      const { status } = activation;
      if (status.run !== run || !isSending(status.state)) {
        log.info({ operationId: id, kind: 'activation', state: status.state }, 'stopped at a final state');
        return null;
      }
      const sent = sentRange(status);
      /* SENT was written although the journal reported a failure, so nothing was sent after it. */
      if (sent !== -1)
        return write(activation, {
          range: sent,
          outcome: { outcome: 'not-sent', reason: 'the journal responded too late' },
        });
      const why = stopReason(activation);
      return why === null
        ? send(activation, nextRange(status))
        : journal.append(activation, { kind: 'stopped', why, by: null });
    },
  };
}

function rangeAt({ status }: ActivationRecord, position: number): RangeStatus {
  const range = status.ranges[position];
  if (!range) throw new Error('The range is not part of the activation');
  return range;
}

/** @param mayBeActive an earlier attempt may have activated the cards */
function factOf(
  range: number,
  outcome: Outcome,
  { uncertain, half, count }: RangeStatus,
  mayBeActive: boolean,
): OtherActivationFact {
  const evidence = lostOrMismatch(outcome);
  const unknown = (reason: string) => ({ kind: 'unknown', range, reason, evidence, refusal: null }) as const;
  switch (outcome.outcome) {
    case 'succeeded':
      return {
        kind: 'done',
        range,
        activationId: outcome.value.activationId,
        deactivatable: outcome.value.canDeactivate,
      };
    case 'declined':
      return mayBeActive
        ? { ...unknown('refused after an attempt without a response'), refusal: outcome.refusal }
        : { kind: half && count > 1 ? 'halved' : 'refused', range, refusal: outcome.refusal };
    case 'not-sent':
      return uncertain
        ? unknown(`not sent again: ${outcome.reason}`)
        : { kind: 'not_sent', range, reason: outcome.reason };
    case 'unknown':
      return unknown(outcome.reason);
    case 'partial':
      return { ...unknown('partly done'), refusal: outcome.refusal };
    case 'not-configured':
      return { kind: 'not_sent', range, reason: 'not configured' };
    default:
      return outcome satisfies never;
  }
}

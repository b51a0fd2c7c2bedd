import { lostOrMismatch } from '../../../bff/issuer/mismatch.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import { createFirstByteCheck } from '../../../bff/redemption/operation/first-byte.ts';
import type { Run } from '../../../bff/redemption/operation/runs.ts';
import { deactivatingRange, type RangeStatus } from './activation-facts.ts';
import type { ActivationJournal, ActivationRecord, OtherActivationFact } from './activation-store.ts';
import type { CardCalls } from './issuer-calls.ts';

export interface DeactivateRangeDeps {
  readonly journal: ActivationJournal;
  readonly issuer: Pick<CardCalls, 'deactivate'>;
  readonly clock: Clock;
}

type Outcome = Awaited<ReturnType<CardCalls['deactivate']>>;

/**
 * Deactivates one range: a single request, whose SENT is on the disk before the call. As with
 * activations, only the issuer's explicit answer counts as done or refused; an unknown outcome
 * stays until a person repeats the request or a manager closes it.
 * @param sentAtMs monotonic time before SENT was written; null if SENT was found in the journal and
 * the request was never made
 */
export function deactivateRange(
  deps: DeactivateRangeDeps,
  { id, shop, status: { run } }: ActivationRecord,
  sentAtMs: number | null,
): Run<ActivationRecord> {
  const { journal, issuer, clock } = deps;
  let toSend = sentAtMs !== null;
  let outcome: Outcome = { outcome: 'not-sent', reason: 'the journal responded too late' };

  async function send({ start, end }: RangeStatus): Promise<void> {
    toSend = false;
    outcome = { outcome: 'unknown', reason: 'the request was interrupted' };
    outcome = await issuer.deactivate({ start, end }, createFirstByteCheck(clock, sentAtMs ?? 0));
  }

  return {
    kind: 'activation',
    id,
    number: run,
    read: () => journal.read(shop, id),
    async step(activation) {
      const { status } = activation;
      const position = deactivatingRange(status);
      const range = status.ranges[position];
      if (status.run !== run || range === undefined) return null;
      if (toSend) await send(range);
      return journal.append(activation, factOf(position, outcome, range));
    },
  };
}

function factOf(range: number, outcome: Outcome, { deactivation }: RangeStatus): OtherActivationFact {
  /* The outcome names the person who requested it, not the one who activated the cards. */
  const requester = deactivation && { by: deactivation.by };
  const evidence = lostOrMismatch(outcome);
  const unknown = { kind: 'deactivation_unknown', range, ...requester, evidence, refusal: null } as const;
  const nothing = { kind: 'not_deactivated', range, ...requester, refusal: null, reason: null } as const;
  const uncertain = deactivation?.uncertain === true;
  switch (outcome.outcome) {
    case 'succeeded':
      return { kind: 'deactivated', range, ...requester };
    case 'declined': {
      const { refusal } = outcome;
      return uncertain
        ? { ...unknown, reason: 'refused after an attempt without a response', refusal }
        : { ...nothing, refusal };
    }
    case 'not-sent':
      return uncertain
        ? { ...unknown, reason: `not sent again: ${outcome.reason}` }
        : { ...nothing, reason: outcome.reason };
    case 'not-configured':
      return uncertain ? { ...unknown, reason: 'not configured' } : { ...nothing, reason: 'not configured' };
    case 'partial':
      return { ...unknown, reason: 'partly done', refusal: outcome.refusal };
    case 'unknown':
      return { ...unknown, reason: outcome.reason };
    default:
      return outcome satisfies never;
  }
}

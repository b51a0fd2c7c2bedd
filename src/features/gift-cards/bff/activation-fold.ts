import { assertMayFollow, type DatedFact, foldFacts } from '../../../bff/redemption/operation/facts.ts';
import { RANGE_STATES } from '../../../contract/redemption/states.ts';
import type { Refusal } from '../../../contract/voucher/refusal.ts';
import { type ActivationState, halvesOf, isActivationOpen, presentRanges } from '../contract/activation.ts';
import {
  type ActivationFact,
  type ActivationFactKind,
  type ActivationStatus,
  deactivatingRange,
  type FactOf,
  isUnanswered,
  nextRange,
  RANGE_STEPS,
  type RangeStatus,
  STEPS,
  sentRange,
} from './activation-facts.ts';

/** Folds the facts of one activation; throws as {@link foldFacts}. */
export function foldActivation(facts: readonly DatedFact<ActivationFact>[]): ActivationStatus {
  return foldFacts(facts, initialStatus, activationStep);
}

function initialStatus({ ranges, server }: FactOf<'intent'>, at: number): ActivationStatus {
  const fresh = ranges.map((range) => ({ ...range, ...UNSENT, changedAt: at }));
  return { state: 'running', changedAt: at, ranges: fresh, run: 1, server, stop: null, silent: 0, setAside: 0 };
}

const UNSENT = {
  state: 'waiting',
  uncertain: false,
  activationId: null,
  refusal: null,
  reason: null,
  deactivatable: false,
  deactivation: null,
  decision: null,
  half: false,
} as const;

/**
 * Applies one more fact.
 * @throws Error if the fact may not follow
 */
export function activationStep(status: ActivationStatus, next: DatedFact<ActivationFact>): ActivationStatus {
  const { at, fact } = next;
  const grown = applyFact(status, fact, at);
  return { ...grown, state: stateOf(grown), changedAt: at };
}

function applyFact(status: ActivationStatus, fact: ActivationFact, at: number): ActivationStatus {
  switch (fact.kind) {
    case 'sent':
      assertMayFollow('An activation', STEPS, status.state, fact.kind);
      assertLegalStep(sentRange(status) === -1, fact);
      return changeRange(status, fact, at, { state: 'sent' });
    case 'done': {
      const { activationId, deactivatable } = fact;
      const done = { state: 'done', activationId, deactivatable, refusal: null, reason: null } as const;
      return { ...changeRange(status, fact, at, done), silent: 0 };
    }
    case 'refused': {
      const refused = changeRange(status, fact, at, { state: 'refused', refusal: fact.refusal });
      const isSetAside = status.ranges[fact.range]?.half === true;
      return { ...refused, silent: 0, setAside: status.setAside + (isSetAside ? 1 : 0) };
    }
    case 'halved':
      return { ...replaceByHalves(status, fact, at), silent: 0 };
    case 'not_sent':
      return {
        ...changeRange(status, fact, at, { state: 'not_sent', reason: fact.reason }),
        silent: status.silent + 1,
      };
    case 'unknown': {
      const { reason, refusal } = fact;
      const unknown = changeRange(status, fact, at, { state: 'unknown', uncertain: true, reason, refusal });
      return { ...unknown, silent: refusal === null ? status.silent + 1 : 0 };
    }
    case 'stopped':
      assertMayFollow('An activation', STEPS, status.state, fact.kind);
      return { ...status, stop: fact.why, ranges: status.ranges.map((range) => withoutRequest(range, at)) };
    case 'resumed':
      return resume(status, fact, at);
    case 'closed':
    case 'found_active':
    case 'found_inactive':
      return decide(status, fact, at);
    case 'deactivating':
    case 'deactivated':
    case 'not_deactivated':
    case 'deactivation_unknown':
      return deactivationStep(status, fact, at);
    case 'intent':
      throw new Error('An activation can have only one intent');
    default:
      return fact satisfies never;
  }
}

/** A range that was unknown and would have been sent again is unknown again. */
function withoutRequest(range: RangeStatus, at: number): RangeStatus {
  return range.state === 'waiting' && range.uncertain ? { ...range, state: 'unknown', changedAt: at } : range;
}

type DeactivationFact = FactOf<'deactivating' | 'deactivated' | 'not_deactivated' | 'deactivation_unknown'>;

/** Deactivating a range is a separate run. Only the server that began it continues it. */
function deactivationStep(status: ActivationStatus, fact: DeactivationFact, at: number): ActivationStatus {
  const before = status.ranges[fact.range]?.deactivation ?? null;
  const answered = (refusal: Refusal | null) => before && { ...before, refusal };
  switch (fact.kind) {
    case 'deactivating': {
      assertMayFollow('An activation', STEPS, status.state, fact.kind);
      assertLegalStep(status.ranges[fact.range]?.deactivatable === true, fact);
      const deactivation = { by: fact.by, note: fact.note, at, refusal: null, uncertain: before?.uncertain ?? false };
      const requested = changeRange(status, fact, at, { state: 'deactivating', deactivation });
      return { ...requested, run: status.run + 1, server: fact.server };
    }
    case 'deactivated':
      return changeRange(status, fact, at, { state: 'deactivated', deactivation: answered(null) });
    case 'not_deactivated':
      return changeRange(status, fact, at, {
        state: 'done',
        reason: fact.reason,
        deactivation: answered(fact.refusal),
      });
    case 'deactivation_unknown': {
      const { reason, refusal } = fact;
      const deactivation = before && { ...before, refusal, uncertain: true };
      return changeRange(status, fact, at, { state: 'deactivation_unknown', reason, deactivation });
    }
    default:
      return fact satisfies never;
  }
}

function resume(status: ActivationStatus, fact: FactOf<'resumed'>, at: number): ActivationStatus {
  assertMayFollow('An activation', STEPS, status.state, fact.kind);
  const runner = isActivationOpen(status.state) ? {} : { run: status.run + 1, server: fact.server };
  const resumed = fact.ranges.reduce((changing, range) => {
    const isHalved = fact.halve === true && mayHalve(changing.ranges[range]);
    return isHalved
      ? replaceByHalves(changing, { kind: fact.kind, range }, at)
      : changeRange(changing, { kind: fact.kind, range }, at, { state: 'waiting' });
  }, status);
  return { ...resumed, ...runner, stop: null, silent: 0, setAside: 0 };
}

/** True if both halves of a range may replace it: the issuer refused several cards. */
function mayHalve(range: RangeStatus | undefined): boolean {
  return range?.state === 'refused' && range.count > 1;
}

/**
 * Replaces a range by its halves, which wait. They are added at the end, so that positions stay.
 */
function replaceByHalves(
  status: ActivationStatus,
  fact: { readonly kind: 'resumed' | 'halved'; readonly range: number; readonly refusal?: Refusal },
  at: number,
): ActivationStatus {
  const halved = changeRange(status, fact, at, { state: 'halved', ...(fact.refusal && { refusal: fact.refusal }) });
  const range = status.ranges[fact.range];
  assertLegalStep(range !== undefined && range.count > 1, fact);
  const halves = halvesOf(range).map((half) => ({ ...half, ...UNSENT, half: true, changedAt: at }));
  return { ...halved, ranges: [...halved.ranges, ...halves] };
}

/** The state of a range, by what was unknown about it and what a manager found. */
const DECIDED = {
  unknown: { closed: 'closed', found_active: 'found_active', found_inactive: 'closed' },
  deactivation_unknown: { closed: 'closed_unknown', found_active: 'done', found_inactive: 'deactivated' },
} as const;

function decide(
  status: ActivationStatus,
  { kind, ranges, by, note }: FactOf<'closed' | 'found_active' | 'found_inactive'>,
  at: number,
): ActivationStatus {
  const decision = { by, note, at };
  return ranges.reduce((changing, range) => {
    const isDeactivation = changing.ranges[range]?.state === 'deactivation_unknown';
    const state = DECIDED[isDeactivation ? 'deactivation_unknown' : 'unknown'][kind];
    return changeRange(changing, { kind, range }, at, { state, decision });
  }, status);
}

function changeRange(
  status: ActivationStatus,
  { kind, range }: { readonly kind: ActivationFactKind; readonly range: number },
  at: number,
  to: Partial<RangeStatus>,
): ActivationStatus {
  const before = status.ranges[range];
  assertLegalStep(before !== undefined, { kind });
  assertMayFollow('A range', RANGE_STEPS, before.state, kind);
  return { ...status, ranges: status.ranges.with(range, { ...before, ...to, changedAt: at }) };
}

function assertLegalStep(holds: boolean, { kind }: { readonly kind: string }): asserts holds {
  if (!holds) throw new Error(`This activation cannot accept the fact ${kind} now`);
}

function stateOf(status: ActivationStatus): ActivationState {
  const { ranges, stop } = status;
  const waits = nextRange(status) !== -1;
  if (deactivatingRange(status) !== -1) return 'deactivating';
  if (sentRange(status) !== -1) return stop !== null && waits ? 'stopping' : 'running';
  if (waits) return stop === null ? 'running' : 'stopped';
  for (const [outcome, all] of [
    ['succeeded', 'done'],
    ['deactivated', 'deactivated'],
  ] as const)
    if (presentRanges(ranges).every(({ state }) => RANGE_STATES[state].outcome === outcome)) return all;
  return ranges.some(isUnanswered) ? 'unknown' : 'incomplete';
}

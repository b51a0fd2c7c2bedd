import * as z from 'zod/mini';
import {
  type ActivationState,
  type CardRange,
  cardRangeSchema,
  isActivationOpen,
  type RangeState,
  type StopReason,
  stopReasonSchema,
} from '../../contract/activation.ts';
import { evidenceCodeSchema } from '../../contract/evidence.ts';
import { type Refusal, refusalSchema } from '../../contract/refusal.ts';
import { RANGE_STATES } from '../../contract/states.ts';
import { type Decider, deciderSchema } from '../base/decider.ts';
import { assertMayFollow, type DatedFact, foldFacts, mayFollow, type Steps } from '../operation/facts.ts';

/** Which range, by position from 0. */
const position = z.int().check(z.minimum(0));
const ofRange = { range: position };
/** `by`: who asked to take the range back; facts of earlier versions do not say. */
const ofAnswer = { ...ofRange, by: z.optional(deciderSchema) };
/** `refusal`: what the issuer refused to do again, after an unknown outcome. */
const ofUnknown = { reason: z.string(), evidence: evidenceCodeSchema, refusal: z.nullable(refusalSchema) };

/**
 * Everything that can happen to an activation; appended, never edited, like a tender's facts.
 * `server` is the one that sends the ranges, until it stops.
 */
export const activationFactSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intent'), server: z.int(), ranges: z.array(cardRangeSchema) }),
  z.object({ kind: z.literal('sent'), ...ofRange }),
  /** `deactivatable`: the issuer's answer offered to take it back. */
  z.object({
    kind: z.literal('done'),
    ...ofRange,
    activationId: z.nullable(z.string()),
    deactivatable: z.catch(z.boolean(), false),
  }),
  z.object({ kind: z.literal('refused'), ...ofRange, refusal: refusalSchema }),
  z.object({ kind: z.literal('not_sent'), ...ofRange, reason: z.string() }),
  z.object({ kind: z.literal('unknown'), ...ofRange, ...ofUnknown }),
  z.object({ kind: z.literal('stopped'), why: stopReasonSchema, by: z.nullable(deciderSchema) }),
  /** `ranges` are waiting again from now on. */
  z.object({ kind: z.literal('resumed'), server: z.int(), ranges: z.array(position), by: deciderSchema }),
  /** A manager says what became of the ranges that nobody knew about. */
  z.object({ kind: z.literal('closed'), ranges: z.array(position), by: deciderSchema, note: z.string() }),
  /** SENT of a request to take a range back. `server` is the one that sends it. */
  z.object({ kind: z.literal('deactivating'), ...ofRange, server: z.int(), by: deciderSchema, note: z.string() }),
  z.object({ kind: z.literal('deactivated'), ...ofAnswer }),
  /** The cards are as active as before: the issuer refused, or the request never left. */
  z.object({
    kind: z.literal('not_deactivated'),
    ...ofAnswer,
    refusal: z.nullable(refusalSchema),
    reason: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('deactivation_unknown'), ...ofAnswer, ...ofUnknown }),
]);
export type ActivationFact = z.infer<typeof activationFactSchema>;
type ActivationFactKind = ActivationFact['kind'];
type FactOf<K extends ActivationFactKind> = Extract<ActivationFact, { kind: K }>;

/** Which fact about a range may follow which state of it. */
const RANGE_STEPS: Steps<RangeState, ActivationFactKind> = {
  waiting: ['sent', 'resumed'],
  sent: ['done', 'refused', 'not_sent', 'unknown'],
  done: ['deactivating'],
  refused: ['resumed'],
  not_sent: ['resumed'],
  /** A late answer, after the range was given up as unknown, is still the answer. */
  unknown: ['done', 'resumed', 'closed'],
  closed: [],
  deactivating: ['deactivated', 'not_deactivated', 'deactivation_unknown'],
  deactivation_unknown: ['deactivating', 'deactivated', 'closed'],
  deactivated: [],
};

/** Which facts may begin or end something in which state of the whole. Answers may come in any. */
const STEPS: Steps<ActivationState, 'sent' | 'stopped' | 'resumed' | 'deactivating'> = {
  running: ['sent', 'stopped', 'resumed'],
  stopping: ['resumed'],
  stopped: ['resumed', 'deactivating'],
  deactivating: [],
  done: ['resumed', 'deactivating'],
  unknown: ['resumed', 'deactivating'],
  deactivated: [],
  incomplete: ['resumed', 'deactivating'],
};

/** True when a range in `state` may take a fact of this kind. */
export function mayFollowRange(state: RangeState, kind: ActivationFactKind): boolean {
  return mayFollow(RANGE_STEPS, state, kind);
}

/** The last request to take a range back. */
export interface DeactivationStanding {
  readonly by: Decider;
  readonly note: string;
  readonly at: number;
  readonly refusal: Refusal | null;
  /** A request like it may have deactivated cards without our knowing. */
  readonly uncertain: boolean;
}

/** Where one range stands. */
export interface RangeStanding extends CardRange {
  readonly state: RangeState;
  /** An attempt at it may have activated cards without our knowing. */
  readonly uncertain: boolean;
  readonly activationId: string | null;
  readonly refusal: Refusal | null;
  /** Why it is not sent or unknown, for logs and managers. */
  readonly reason: string | null;
  readonly changedAt: number;
  /** The issuer offered to take it back. */
  readonly deactivatable: boolean;
  readonly deactivation: DeactivationStanding | null;
}

/** What the facts of one activation add up to. */
export interface ActivationStanding {
  readonly state: ActivationState;
  readonly changedAt: number;
  readonly ranges: readonly RangeStanding[];
  /** Counts its beginnings: the first, and each resumption at rest. Only the latest may send. */
  readonly run: number;
  /** The server that sends, or sent last. */
  readonly server: number;
  /** Why no further range is to be sent; null while they go on. */
  readonly stop: StopReason | null;
  /** How many ranges in a row had no answer. */
  readonly silent: number;
}

const firstIn = (which: RangeState, { ranges }: ActivationStanding) => ranges.findIndex(({ state }) => state === which);
/** Position of the range that is with the issuer; -1 for none. */
export const sentRange = (standing: ActivationStanding): number => firstIn('sent', standing);
/** Position of the range that is being taken back; -1 for none. */
export const deactivatingRange = (standing: ActivationStanding): number => firstIn('deactivating', standing);
/** Position of the range that is next; -1 when none waits. */
export const nextRange = (standing: ActivationStanding): number => firstIn('waiting', standing);

/** True where nobody knows whether the cards of a range are active. */
export function isUnanswered({ state }: Pick<RangeStanding, 'state'>): boolean {
  return RANGE_STATES[state].forManager;
}

/** Folds the facts of one activation; throws as {@link foldFacts}. */
export function foldActivation(facts: readonly DatedFact<ActivationFact>[]): ActivationStanding {
  return foldFacts(facts, begin, activationStep);
}

function begin({ ranges, server }: FactOf<'intent'>, at: number): ActivationStanding {
  const fresh = ranges.map((range) => ({ ...range, ...UNSENT, changedAt: at }));
  return { state: 'running', changedAt: at, ranges: fresh, run: 1, server, stop: null, silent: 0 };
}

/** Where a range stands before anything was sent of it. */
const UNSENT = {
  state: 'waiting',
  uncertain: false,
  activationId: null,
  refusal: null,
  reason: null,
  deactivatable: false,
  deactivation: null,
} as const;

/**
 * One more fact.
 * @throws Error when it cannot follow
 */
export function activationStep(standing: ActivationStanding, next: DatedFact<ActivationFact>): ActivationStanding {
  const { at, fact } = next;
  const grown = grow(standing, fact, at);
  return { ...grown, state: stateOf(grown), changedAt: at };
}

function grow(standing: ActivationStanding, fact: ActivationFact, at: number): ActivationStanding {
  switch (fact.kind) {
    case 'sent':
      assertMayFollow('An activation', STEPS, standing.state, fact.kind);
      expect(sentRange(standing) === -1, fact);
      return change(standing, fact, at, { state: 'sent' });
    case 'done': {
      const { activationId, deactivatable } = fact;
      const done = { state: 'done', activationId, deactivatable, refusal: null, reason: null } as const;
      return { ...change(standing, fact, at, done), silent: 0 };
    }
    case 'refused':
      return { ...change(standing, fact, at, { state: 'refused', refusal: fact.refusal }), silent: 0 };
    case 'not_sent':
      return { ...change(standing, fact, at, { state: 'not_sent', reason: fact.reason }), silent: standing.silent + 1 };
    case 'unknown': {
      const { reason, refusal } = fact;
      const unknown = change(standing, fact, at, { state: 'unknown', uncertain: true, reason, refusal });
      return { ...unknown, silent: refusal === null ? standing.silent + 1 : 0 };
    }
    case 'stopped':
      assertMayFollow('An activation', STEPS, standing.state, fact.kind);
      return { ...standing, stop: fact.why, ranges: standing.ranges.map((range) => atRest(range, at)) };
    case 'resumed':
      return resume(standing, fact, at);
    case 'closed':
      return changeAll(standing, fact, at, { state: 'closed' });
    case 'deactivating':
    case 'deactivated':
    case 'not_deactivated':
    case 'deactivation_unknown':
      return deactivationStep(standing, fact, at);
    case 'intent':
      throw new Error('An activation has one intent');
    default:
      return fact satisfies never;
  }
}

/** A range that was unknown and would have been sent again is unknown again. */
function atRest(range: RangeStanding, at: number): RangeStanding {
  return range.state === 'waiting' && range.uncertain ? { ...range, state: 'unknown', changedAt: at } : range;
}

type DeactivationFact = FactOf<'deactivating' | 'deactivated' | 'not_deactivated' | 'deactivation_unknown'>;

/** Taking a range back is a run of its own. Only the server that began it goes on with it. */
function deactivationStep(standing: ActivationStanding, fact: DeactivationFact, at: number): ActivationStanding {
  const before = standing.ranges[fact.range]?.deactivation ?? null;
  const answered = (refusal: Refusal | null) => before && { ...before, refusal };
  switch (fact.kind) {
    case 'deactivating': {
      assertMayFollow('An activation', STEPS, standing.state, fact.kind);
      expect(standing.ranges[fact.range]?.deactivatable === true, fact);
      const deactivation = { by: fact.by, note: fact.note, at, refusal: null, uncertain: before?.uncertain ?? false };
      const asked = change(standing, fact, at, { state: 'deactivating', deactivation });
      return { ...asked, run: standing.run + 1, server: fact.server };
    }
    case 'deactivated':
      return change(standing, fact, at, { state: 'deactivated', deactivation: answered(null) });
    case 'not_deactivated':
      return change(standing, fact, at, { state: 'done', reason: fact.reason, deactivation: answered(fact.refusal) });
    case 'deactivation_unknown': {
      const { reason, refusal } = fact;
      const deactivation = before && { ...before, refusal, uncertain: true };
      return change(standing, fact, at, { state: 'deactivation_unknown', reason, deactivation });
    }
    default:
      return fact satisfies never;
  }
}

function resume(standing: ActivationStanding, fact: FactOf<'resumed'>, at: number): ActivationStanding {
  assertMayFollow('An activation', STEPS, standing.state, fact.kind);
  const runner = isActivationOpen(standing.state) ? {} : { run: standing.run + 1, server: fact.server };
  return { ...changeAll(standing, fact, at, { state: 'waiting' }), ...runner, stop: null, silent: 0 };
}

function changeAll(
  standing: ActivationStanding,
  { kind, ranges }: FactOf<'resumed' | 'closed'>,
  at: number,
  to: Partial<RangeStanding>,
): ActivationStanding {
  return ranges.reduce((changing, range) => change(changing, { kind, range }, at, to), standing);
}

function change(
  standing: ActivationStanding,
  { kind, range }: { readonly kind: ActivationFactKind; readonly range: number },
  at: number,
  to: Partial<RangeStanding>,
): ActivationStanding {
  const before = standing.ranges[range];
  expect(before !== undefined, { kind });
  assertMayFollow('A range', RANGE_STEPS, before.state, kind);
  return { ...standing, ranges: standing.ranges.with(range, { ...before, ...to, changedAt: at }) };
}

function expect(holds: boolean, { kind }: { readonly kind: string }): asserts holds {
  if (!holds) throw new Error(`This activation cannot take the fact ${kind} now`);
}

function stateOf(standing: ActivationStanding): ActivationState {
  const { ranges, stop } = standing;
  const waits = nextRange(standing) !== -1;
  if (deactivatingRange(standing) !== -1) return 'deactivating';
  if (sentRange(standing) !== -1) return stop !== null && waits ? 'stopping' : 'running';
  if (waits) return stop === null ? 'running' : 'stopped';
  for (const all of ['done', 'deactivated'] as const) if (ranges.every(({ state }) => state === all)) return all;
  return ranges.some(isUnanswered) ? 'unknown' : 'incomplete';
}

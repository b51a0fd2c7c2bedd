import * as z from 'zod/mini';
import { type Decider, deciderSchema } from '../../../bff/platform/base/decider.ts';
import { mayFollow, type Steps } from '../../../bff/redemption/operation/facts.ts';
import { type CardRange, cardRangeSchema } from '../../../contract/redemption/activation-request.ts';
import { RANGE_STATES } from '../../../contract/redemption/states.ts';
import { evidenceCodeSchema } from '../../../contract/voucher/evidence.ts';
import { type Refusal, refusalSchema } from '../../../contract/voucher/refusal.ts';
import { type ActivationState, type RangeState, type StopReason, stopReasonSchema } from '../contract/activation.ts';

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
  /** Refused like a range before it whose cards are looked for: its halves go in its place. */
  z.object({ kind: z.literal('halved'), ...ofRange, refusal: refusalSchema }),
  z.object({ kind: z.literal('not_sent'), ...ofRange, reason: z.string() }),
  z.object({ kind: z.literal('unknown'), ...ofRange, ...ofUnknown }),
  z.object({ kind: z.literal('stopped'), why: stopReasonSchema, by: z.nullable(deciderSchema) }),
  /** `ranges` are waiting again from now on; with `halve` those refused go on as their halves. */
  z.object({
    kind: z.literal('resumed'),
    server: z.int(),
    ranges: z.array(position),
    by: deciderSchema,
    halve: z.optional(z.boolean()),
  }),
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
export type ActivationFactKind = ActivationFact['kind'];
export type FactOf<K extends ActivationFactKind> = Extract<ActivationFact, { kind: K }>;

/** Which fact about a range may follow which state of it. */
export const RANGE_STEPS: Steps<RangeState, ActivationFactKind> = {
  waiting: ['sent', 'resumed'],
  sent: ['done', 'refused', 'halved', 'not_sent', 'unknown'],
  done: ['deactivating'],
  refused: ['resumed'],
  halved: [],
  not_sent: ['resumed'],
  /** A late answer, after the range was given up as unknown, is still the answer. */
  unknown: ['done', 'resumed', 'closed'],
  closed: [],
  deactivating: ['deactivated', 'not_deactivated', 'deactivation_unknown'],
  deactivation_unknown: ['deactivating', 'deactivated', 'closed'],
  deactivated: [],
};

/** Which facts may begin or end something in which state of the whole. Answers may come in any. */
export const STEPS: Steps<ActivationState, 'sent' | 'stopped' | 'resumed' | 'deactivating'> = {
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
  /** It came out of a range that was refused whole. What is refused of it is halved on. */
  readonly half: boolean;
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
  /** How many single cards were set aside since somebody last had ranges sent. */
  readonly setAside: number;
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

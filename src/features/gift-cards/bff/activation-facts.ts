import * as z from 'zod/mini';
import { type Decider, deciderSchema } from '../../../bff/platform/base/decider.ts';
import { mayFollow, type Steps } from '../../../bff/redemption/operation/facts.ts';
import { type CardRange, cardRangeSchema } from '../../../contract/redemption/activation-request.ts';
import { RANGE_STATES } from '../../../contract/redemption/states.ts';
import { evidenceCodeSchema } from '../../../contract/voucher/evidence.ts';
import { type Refusal, refusalSchema } from '../../../contract/voucher/refusal.ts';
import { type ActivationState, type RangeState, type StopReason, stopReasonSchema } from '../contract/activation.ts';

/** The range, by position from 0. */
const position = z.int().check(z.minimum(0));
const ofRange = { range: position };
const ofManager = { ranges: z.array(position), by: deciderSchema, note: z.string() };
/** `by`: the person who requested the deactivation; absent in older facts. */
const ofAnswer = { ...ofRange, by: z.optional(deciderSchema) };
/** `refusal`: the issuer's refusal of a repeat, after an unknown outcome. */
const unclearFields = { reason: z.string(), evidence: evidenceCodeSchema, refusal: z.nullable(refusalSchema) };

/**
 * Everything that can happen to an activation; appended, never edited, like a tender's facts.
 * `server` is the id of the server that sends the ranges until the next stop.
 */
export const activationFactSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intent'), server: z.int(), ranges: z.array(cardRangeSchema) }),
  z.object({ kind: z.literal('sent'), ...ofRange }),
  /** `deactivatable`: the issuer's answer offered to deactivate it. */
  z.object({
    kind: z.literal('done'),
    ...ofRange,
    activationId: z.nullable(z.string()),
    deactivatable: z.catch(z.boolean(), false),
  }),
  z.object({ kind: z.literal('refused'), ...ofRange, refusal: refusalSchema }),
  /**
   * Refused while the search for the cause of an earlier refusal runs: its halves are sent instead.
   */
  z.object({ kind: z.literal('halved'), ...ofRange, refusal: refusalSchema }),
  z.object({ kind: z.literal('not_sent'), ...ofRange, reason: z.string() }),
  z.object({ kind: z.literal('unknown'), ...ofRange, ...unclearFields }),
  z.object({ kind: z.literal('stopped'), why: stopReasonSchema, by: z.nullable(deciderSchema) }),
  /** `ranges` wait again from now on; with `halve`, refused ones continue as their halves. */
  z.object({
    kind: z.literal('resumed'),
    server: z.int(),
    ranges: z.array(position),
    by: deciderSchema,
    halve: z.optional(z.boolean()),
  }),
  /** A manager closed the case of ranges with an unknown outcome without recording a finding. */
  z.object({ kind: z.literal('closed'), ...ofManager }),
  /** A manager checked the cards of ranges with an unknown outcome. */
  z.object({ kind: z.literal('found_active'), ...ofManager }),
  z.object({ kind: z.literal('found_inactive'), ...ofManager }),
  /** SENT of a request to deactivate a range. `server` is the id of the server that sends it. */
  z.object({ kind: z.literal('deactivating'), ...ofRange, server: z.int(), by: deciderSchema, note: z.string() }),
  z.object({ kind: z.literal('deactivated'), ...ofAnswer }),
  /** The cards are as active as before: the issuer refused, or the request never left. */
  z.object({
    kind: z.literal('not_deactivated'),
    ...ofAnswer,
    refusal: z.nullable(refusalSchema),
    reason: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('deactivation_unknown'), ...ofAnswer, ...unclearFields }),
]);
export type ActivationFact = z.infer<typeof activationFactSchema>;
export type ActivationFactKind = ActivationFact['kind'];
export type FactOf<K extends ActivationFactKind> = Extract<ActivationFact, { kind: K }>;

/** Facts about a range that may follow each of its states. */
export const RANGE_STEPS: Steps<RangeState, ActivationFactKind> = {
  waiting: ['sent', 'resumed'],
  sent: ['done', 'refused', 'halved', 'not_sent', 'unknown'],
  done: ['deactivating'],
  refused: ['resumed'],
  halved: [],
  not_sent: ['resumed'],
  /** A late answer, after the range was recorded as unknown, still counts. */
  unknown: ['done', 'resumed', 'closed', 'found_active', 'found_inactive'],
  closed: [],
  found_active: [],
  closed_unknown: [],
  deactivating: ['deactivated', 'not_deactivated', 'deactivation_unknown'],
  deactivation_unknown: ['deactivating', 'deactivated', 'closed', 'found_active', 'found_inactive'],
  deactivated: [],
};

/**
 * Facts that may begin or end a run in each state of the activation. Answers may arrive in any
 * state.
 */
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

export function mayFollowRange(state: RangeState, kind: ActivationFactKind): boolean {
  return mayFollow(RANGE_STEPS, state, kind);
}

/** A manager's decision about a range with an unknown outcome. */
interface RangeDecision {
  readonly by: Decider;
  readonly note: string;
  readonly at: number;
}

/** The last request to deactivate a range. */
export interface DeactivationStatus {
  readonly by: Decider;
  readonly note: string;
  readonly at: number;
  readonly refusal: Refusal | null;
  /** An earlier request may have deactivated cards without our knowledge. */
  readonly uncertain: boolean;
}

export interface RangeStatus extends CardRange {
  readonly state: RangeState;
  /** An attempt may have activated cards without our knowledge. */
  readonly uncertain: boolean;
  readonly activationId: string | null;
  readonly refusal: Refusal | null;
  /** Why it was not sent or is unknown, for logs and managers. */
  readonly reason: string | null;
  readonly changedAt: number;
  readonly deactivatable: boolean;
  readonly deactivation: DeactivationStatus | null;
  readonly decision: RangeDecision | null;
  /** True if the range is a half of a refused range. If refused, it is halved again. */
  readonly half: boolean;
}

export interface ActivationStatus {
  readonly state: ActivationState;
  readonly changedAt: number;
  readonly ranges: readonly RangeStatus[];
  /**
   * Counts the runs of the activation: the first, and each resumption after a stop. Only the latest
   * may send.
   */
  readonly run: number;
  /** The server that sends, or sent last. */
  readonly server: number;
  /** Why no further range is sent; null while sending continues. */
  readonly stop: StopReason | null;
  /** Number of consecutive ranges without an answer. */
  readonly silent: number;
  /** Number of single cards set aside since a person last started sending. */
  readonly setAside: number;
}

const firstIn = (which: RangeState, { ranges }: ActivationStatus) => ranges.findIndex(({ state }) => state === which);
/** Position of the range at the issuer; -1 for none. */
export const sentRange = (status: ActivationStatus): number => firstIn('sent', status);
/** Position of the range that is being deactivated; -1 for none. */
export const deactivatingRange = (status: ActivationStatus): number => firstIn('deactivating', status);
/** Position of the next range; -1 if none waits. */
export const nextRange = (status: ActivationStatus): number => firstIn('waiting', status);

/** True if it is unknown whether the cards of a range are active. */
export function isUnanswered({ state }: Pick<RangeStatus, 'state'>): boolean {
  return RANGE_STATES[state].forManager;
}

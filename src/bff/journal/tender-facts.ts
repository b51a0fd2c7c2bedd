import * as z from 'zod/mini';
import { candidateSchema, evidenceCodeSchema } from '../../contract/evidence.ts';
import { refusalSchema } from '../../contract/refusal.ts';
import type { TenderState } from '../../contract/tender.ts';
import { voucherInfoSchema } from '../../contract/tender.ts';
import { deciderSchema, type Offset, offsetSchema, type Snapshot, snapshotSchema } from '../operation/snapshot.ts';

const captureSchema = z.object({
  captureId: z.string(),
  authorizationId: z.nullable(z.string()),
  /** Minor units or items. */
  captured: z.int(),
  /** The issuer's own answer, or a row found by search. */
  evidence: z.enum(['answer', 'search']),
  refundHandle: z.nullable(z.string()),
  vouchers: z.array(voucherInfoSchema),
});
/** The issuer's record that money was taken, as far as this journal needs it. */
export type Capture = z.infer<typeof captureSchema>;

/**
 * Everything that can happen to a tender. Facts are appended, never edited; a tender's state is the fold of its facts.
 * Fields that older facts do not have fall back to what was true of them.
 * `reason` texts are for logs and, as a detail, for a manager: they hold no ref and no secret. What a person wrote is kept apart, as `note`.
 */
export const tenderFactSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intent'), snapshot: z.nullable(snapshotSchema) }),
  z.object({ kind: z.literal('sent'), attempt: z.int(), offset: offsetSchema }),
  z.object({ kind: z.literal('captured'), ...captureSchema.shape }),
  z.object({ kind: z.literal('captured_partial'), ...captureSchema.shape }),
  z.object({ kind: z.literal('declined'), refusal: refusalSchema }),
  z.object({ kind: z.literal('not_sent'), reason: z.string() }),
  z.object({ kind: z.literal('unknown'), reason: z.string(), evidence: z.catch(evidenceCodeSchema, 'answer-lost') }),
  z.object({ kind: z.literal('not_captured'), reason: z.string(), by: z.optional(deciderSchema), note: z.optional(z.string()) }),
  z.object({
    kind: z.literal('manager'),
    reason: z.string(),
    evidence: z.catch(evidenceCodeSchema, 'balance-unproved'),
    candidates: z.catch(z.array(candidateSchema), []),
  }),
  /** A capture that came after it was said that there is none. */
  z.object({ kind: z.literal('late_capture'), ...captureSchema.shape }),
  /** A manager says that a capture is this tender's; null where a late one was claimed before. */
  z.object({ kind: z.literal('attached'), capture: z.nullable(captureSchema), by: deciderSchema, note: z.string() }),
  /** The capture was given back; `operationId` is the refund in this journal. */
  z.object({ kind: z.literal('refunded'), refundId: z.nullable(z.string()), operationId: z.string() }),
]);
export type TenderFact = z.infer<typeof tenderFactSchema>;
export type TenderFactKind = TenderFact['kind'];
type FactOf<K extends TenderFactKind> = Extract<TenderFact, { kind: K }>;
/** Facts that say by themselves that money was taken. */
export type CaptureFact = FactOf<'captured' | 'captured_partial' | 'late_capture'>;

/** Which fact may follow which state; everything else is a fault in this program and is refused. */
const NEXT: Readonly<Partial<Record<TenderState, readonly TenderFactKind[]>>> = {
  intent: ['sent', 'not_sent'],
  sent: ['captured', 'captured_partial', 'declined', 'not_sent', 'unknown'],
  /** Sent once more: where the balance lets at most one of two attempts succeed. */
  unknown: ['captured', 'captured_partial', 'not_captured', 'manager', 'sent'],
  /** A capture that turns up while a manager is being called is still good news; other rows that turn up then are for the manager too. */
  manager: ['captured', 'captured_partial', 'attached', 'not_captured', 'manager'],
  not_captured: ['late_capture'],
  not_sent: ['late_capture'],
  declined: ['late_capture'],
  late_capture: ['attached', 'refunded'],
  captured: ['refunded'],
  captured_partial: ['refunded'],
  attached: ['refunded'],
};

/** True when a tender in `state` may take a fact of this kind. */
export function mayFollowTender(state: TenderState, kind: TenderFactKind): boolean {
  return NEXT[state]?.includes(kind) ?? false;
}

/** The capture that a fact claims; null for facts that claim none. */
export function captureOf(fact: TenderFact): Capture | null {
  switch (fact.kind) {
    case 'captured':
    case 'captured_partial':
    case 'late_capture':
      return fact;
    case 'attached':
      return fact.capture;
    default:
      return null;
  }
}

/** What is known of anything that is asked of the issuer in one request, and settled where its answer is lost. */
export interface Attempted<State, Call> {
  readonly state: State;
  readonly changedAt: number;
  readonly snapshot: Snapshot | null;
  readonly attempts: number;
  /** Our time at which the first SENT was written; null before. */
  readonly sentAt: number | null;
  /** The clocks at the first SENT. */
  readonly offset: Offset;
  readonly refusal: z.infer<typeof refusalSchema> | null;
  readonly reason: string | null;
  /** What a manager was called with; null before. */
  readonly call: Call | null;
}

/** What the facts of one tender add up to. */
export interface TenderStanding extends Attempted<TenderState, FactOf<'manager'>> {
  readonly capture: Capture | null;
}

export interface DatedFact<F = TenderFact> {
  readonly at: number;
  readonly fact: F;
}

/**
 * Folds the facts of one operation, oldest first.
 * @throws Error when the sequence is one that this program never writes
 */
export function foldFacts<F extends { readonly kind: string }, S>(
  facts: readonly DatedFact<F>[],
  begin: (intent: Extract<F, { kind: 'intent' }>, at: number) => S,
  grow: (standing: S, next: DatedFact<F>) => S,
): S {
  const [first, ...rest] = facts;
  if (first === undefined || !isIntent(first.fact)) throw new Error('An operation starts with its intent');
  return rest.reduce(grow, begin(first.fact, first.at));
}

function isIntent<F extends { readonly kind: string }>(fact: F): fact is Extract<F, { kind: 'intent' }> {
  return fact.kind === 'intent';
}

/** How what is asked in one request stands before it is sent. */
export function unsent({ snapshot }: { readonly snapshot: Snapshot | null }, at: number) {
  return {
    state: 'intent',
    changedAt: at,
    snapshot,
    attempts: 0,
    sentAt: null,
    offset: null,
    refusal: null,
    reason: null,
    call: null,
  } as const;
}

/** Folds the facts of one tender; throws as {@link foldFacts}. */
export function foldTender(facts: readonly DatedFact[]): TenderStanding {
  return foldFacts<TenderFact, TenderStanding>(facts, (intent, at) => ({ ...unsent(intent, at), capture: null }), step);
}

function step(standing: TenderStanding, { at, fact }: DatedFact): TenderStanding {
  if (!mayFollowTender(standing.state, fact.kind)) throw new Error(`A tender that is ${standing.state} cannot become ${fact.kind}`);
  const next = { ...standing, state: fact.kind, changedAt: at };
  switch (fact.kind) {
    case 'sent':
      return {
        ...next,
        attempts: fact.attempt,
        sentAt: standing.sentAt ?? at,
        offset: standing.sentAt === null ? fact.offset : standing.offset,
      };
    case 'captured':
    case 'captured_partial':
    case 'late_capture':
      return { ...next, capture: fact };
    case 'attached':
      return { ...next, capture: fact.capture ?? standing.capture };
    case 'declined':
      return { ...next, refusal: fact.refusal };
    case 'manager':
      return { ...next, reason: fact.reason, call: fact };
    case 'not_sent':
    case 'unknown':
    case 'not_captured':
      return { ...next, reason: fact.reason };
    case 'refunded':
      return next;
    case 'intent':
      throw new Error('A tender has one intent');
    default:
      return fact satisfies never;
  }
}

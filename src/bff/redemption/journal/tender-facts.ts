import * as z from 'zod/mini';
import type { TenderState } from '../../../contract/redemption/tender.ts';
import { voucherInfoSchema } from '../../../contract/redemption/tender.ts';
import { candidateSchema, evidenceCodeSchema } from '../../../contract/voucher/evidence.ts';
import { refusalSchema } from '../../../contract/voucher/refusal.ts';
import { deciderSchema } from '../../platform/base/decider.ts';
import {
  type Attempted,
  assertMayFollow,
  type DatedFact,
  foldFacts,
  mayFollow,
  type Steps,
  unsent,
} from '../operation/facts.ts';
import { type Offset, offsetSchema, snapshotSchema } from '../operation/snapshot.ts';

const captureSchema = z.object({
  captureId: z.string(),
  authorizationId: z.nullable(z.string()),
  /** Minor units or items. */
  captured: z.int(),
  /** The issuer's own answer, or a row found by search. */
  evidence: z.enum(['answer', 'search']),
  refundHandle: z.nullable(z.string()),
  vouchers: z.array(voucherInfoSchema),
  /**
   * What the voucher counts, see `unitOf`, as the answer told it.
   *
   * It is null or absent where the answer did not.
   */
  unit: z.optional(z.nullable(z.string())),
});
/** The issuer's record that money was taken, as far as this journal needs it. */
export type Capture = z.infer<typeof captureSchema>;

/**
 * Everything that can happen to a tender.
 *
 * Facts are appended, never edited; a tender's state is the fold of its facts. Fields that older
 * facts do not have fall back to what was true of them. `reason` texts are for logs and, as a
 * detail, for a manager: they hold no ref and no secret. What a person wrote is kept apart, as
 * `note`.
 */
export const tenderFactSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intent'), snapshot: z.nullable(snapshotSchema) }),
  /**
   * `since`: when it was really sent, where that was before this was written.
   *
   * The journal had lost it then.
   */
  z.object({ kind: z.literal('sent'), attempt: z.int(), offset: offsetSchema, since: z.optional(z.int()) }),
  z.object({ kind: z.literal('captured'), ...captureSchema.shape }),
  z.object({ kind: z.literal('captured_partial'), ...captureSchema.shape }),
  z.object({ kind: z.literal('declined'), refusal: refusalSchema }),
  z.object({ kind: z.literal('not_sent'), reason: z.string() }),
  z.object({ kind: z.literal('unknown'), reason: z.string(), evidence: z.catch(evidenceCodeSchema, 'answer-lost') }),
  z.object({
    kind: z.literal('not_captured'),
    reason: z.string(),
    by: z.optional(deciderSchema),
    note: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal('manager'),
    reason: z.string(),
    evidence: z.catch(evidenceCodeSchema, 'balance-unproved'),
    candidates: z.catch(z.array(candidateSchema), []),
  }),
  /** A capture that came after it was said that there is none. */
  z.object({ kind: z.literal('late_capture'), ...captureSchema.shape }),
  /**
   * A manager says that a capture is this tender's.
   *
   * It is null where a late one was claimed before.
   */
  z.object({ kind: z.literal('attached'), capture: z.nullable(captureSchema), by: deciderSchema, note: z.string() }),
  /** The capture was given back; `operationId` is the refund in this journal. */
  z.object({ kind: z.literal('refunded'), refundId: z.nullable(z.string()), operationId: z.string() }),
]);
export type TenderFact = z.infer<typeof tenderFactSchema>;
export type TenderFactKind = TenderFact['kind'];
type FactOf<K extends TenderFactKind> = Extract<TenderFact, { kind: K }>;
/** Facts that say by themselves that money was taken. */
export type CaptureFact = FactOf<'captured' | 'captured_partial' | 'late_capture'>;

/** Which fact may follow which state. */
const STEPS: Steps<TenderState, TenderFactKind> = {
  intent: ['sent', 'not_sent'],
  sent: ['captured', 'captured_partial', 'declined', 'not_sent', 'unknown'],
  /** Sent once more: where the balance lets at most one of two attempts succeed. */
  unknown: ['captured', 'captured_partial', 'not_captured', 'manager', 'sent'],
  /**
   * A capture that turns up while a manager is being called is still good news.
   *
   * Other rows that turn up then are for the manager too.
   */
  manager: ['captured', 'captured_partial', 'attached', 'not_captured', 'manager'],
  not_captured: ['late_capture'],
  not_sent: ['late_capture'],
  declined: ['late_capture'],
  late_capture: ['attached', 'refunded'],
  captured: ['refunded'],
  captured_partial: ['refunded'],
  attached: ['refunded'],
  refunded: [],
  cancelled: [],
};

/** True when a tender in `state` may take a fact of this kind. */
export function mayFollowTender(state: TenderState, kind: TenderFactKind): boolean {
  return mayFollow(STEPS, state, kind);
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

/** What the facts of one tender add up to. */
export interface TenderStanding extends Attempted<TenderState, FactOf<'manager'>> {
  readonly capture: Capture | null;
}

/** Folds the facts of one tender; throws as {@link foldFacts}. */
export function foldTender(facts: readonly DatedFact<TenderFact>[]): TenderStanding {
  return foldFacts<TenderFact, TenderStanding>(
    facts,
    (intent, at) => ({ ...unsent(intent, at), capture: null }),
    tenderStep,
  );
}

/**
 * One more fact.
 * @throws Error when it cannot follow
 */
export function tenderStep(standing: TenderStanding, { at, fact }: DatedFact<TenderFact>): TenderStanding {
  assertMayFollow('A tender', STEPS, standing.state, fact.kind);
  const next = { ...standing, state: fact.kind, changedAt: at };
  switch (fact.kind) {
    case 'sent':
      return {
        ...next,
        attempts: fact.attempt,
        sentAt: standing.sentAt ?? fact.since ?? at,
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

/**
 * What is known of a tender that the journal had lost.
 *
 * It is its capture, nothing, or that only a person can tell whether it was ever sent.
 */
export type Recovered = Capture | 'contested' | null;

const CONTESTED = {
  kind: 'manager',
  reason:
    'it was asked for anew after the journal had lost something, and a capture that nothing explains may be its own',
  evidence: 'gap-contested',
  candidates: [],
} as const satisfies TenderFact;

/** The facts of a tender that was sent before the journal lost it. */
export function recoveredFacts(
  since: number,
  offset: Offset,
  found: Recovered,
): readonly [TenderFact, ...TenderFact[]] {
  return [
    { kind: 'intent', snapshot: null },
    { kind: 'sent', attempt: 1, offset, since },
    { kind: 'unknown', reason: 'it had been sent, and the journal had lost it', evidence: 'journal-gap' },
    ...(found === 'contested' ? [CONTESTED] : []),
    ...(found === null || found === 'contested' ? [] : [{ kind: 'captured', ...found } as const]),
  ];
}

/** Whether a tender came back from a till after the journal had lost it. */
export function isRecovered(facts: readonly DatedFact<TenderFact>[]): boolean {
  return facts.some(({ fact }) => fact.kind === 'sent' && fact.since !== undefined);
}

/**
 * Whether tills remember several redemptions of the voucher that the journal had lost.
 *
 * Then a person has to tell whose a capture is.
 */
export function isContested(facts: readonly DatedFact<TenderFact>[]): boolean {
  return facts.some(({ fact }) => fact.kind === 'manager' && fact.evidence === 'gap-contested');
}

/**
 * Whether a manager was called for a tender only because it was held.
 *
 * Nothing could be concluded while the journal may lack something.
 */
export function isCalledWhileHeld(facts: readonly DatedFact<TenderFact>[]): boolean {
  const call = facts.findLast(({ fact }) => fact.kind === 'manager')?.fact;
  return call?.kind === 'manager' && call.evidence === 'gap-held';
}

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
  unsentStatus,
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
   * The voucher's unit from the answer, see `unitOf`. Null or absent if the answer did not include
   * it.
   */
  unit: z.optional(z.nullable(z.string())),
});
/** The issuer's record of a capture, as far as this journal needs it. */
export type Capture = z.infer<typeof captureSchema>;

/** A capture of which only the issuer's row is known. @param captured minor units or items */
export function foundCapture(captureId: string, captured: number): Capture {
  return { captureId, authorizationId: null, captured, evidence: 'search', refundHandle: null, vouchers: [] };
}

/**
 * Everything that can happen to a tender.
 *
 * Facts are appended, never edited; a tender's state is the fold of its facts. Fields that older
 * facts lack have defaults that fit those facts. `reason` texts are for logs and, as a detail, for
 * managers: they contain no ref and no secret. Text that a person wrote is stored separately, as
 * `note`.
 */
export const tenderFactSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intent'), snapshot: z.nullable(snapshotSchema) }),
  /**
   * `since`: for a tender that the journal had lost, the time of sending, which is before the time
   * of this fact.
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
  /** A capture that appeared after the tender was recorded as not captured. */
  z.object({ kind: z.literal('late_capture'), ...captureSchema.shape }),
  /** A manager assigned a capture to this tender. Null if a late capture was already claimed. */
  z.object({ kind: z.literal('attached'), capture: z.nullable(captureSchema), by: deciderSchema, note: z.string() }),
  /** The capture was refunded; `operationId` is the refund in this journal. */
  z.object({ kind: z.literal('refunded'), refundId: z.nullable(z.string()), operationId: z.string() }),
]);
export type TenderFact = z.infer<typeof tenderFactSchema>;
export type TenderFactKind = TenderFact['kind'];
type FactOf<K extends TenderFactKind> = Extract<TenderFact, { kind: K }>;
/** Facts that prove a capture by themselves. */
export type CaptureFact = FactOf<'captured' | 'captured_partial' | 'late_capture'>;

const STEPS: Steps<TenderState, TenderFactKind> = {
  /** A capture that no till requested is recorded as a redemption without being sent. */
  intent: ['sent', 'not_sent', 'attached'],
  sent: ['captured', 'captured_partial', 'declined', 'not_sent', 'unknown'],
  /** A second attempt, allowed if the balance is enough for only one of the two. */
  unknown: ['captured', 'captured_partial', 'not_captured', 'manager', 'sent'],
  /**
   * A matching capture that appears while a manager is being called still settles the tender. Other
   * rows that appear meanwhile are added to the case.
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

export function mayFollowTender(state: TenderState, kind: TenderFactKind): boolean {
  return mayFollow(STEPS, state, kind);
}

/** Returns the capture that a fact claims; null for facts that claim none. */
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

export interface TenderStatus extends Attempted<TenderState, FactOf<'manager'>> {
  readonly capture: Capture | null;
}

/** Folds the facts of one tender; throws as {@link foldFacts}. */
export function foldTender(facts: readonly DatedFact<TenderFact>[]): TenderStatus {
  return foldFacts<TenderFact, TenderStatus>(
    facts,
    (intent, at) => ({ ...unsentStatus(intent, at), capture: null }),
    tenderStep,
  );
}

/**
 * Applies one more fact.
 * @throws Error if the fact may not follow
 */
export function tenderStep(status: TenderStatus, { at, fact }: DatedFact<TenderFact>): TenderStatus {
  assertMayFollow('A tender', STEPS, status.state, fact.kind);
  const next = { ...status, state: fact.kind, changedAt: at };
  switch (fact.kind) {
    case 'sent':
      return {
        ...next,
        attempts: fact.attempt,
        sentAt: status.sentAt ?? fact.since ?? at,
        offset: status.sentAt === null ? fact.offset : status.offset,
      };
    case 'captured':
    case 'captured_partial':
    case 'late_capture':
      return { ...next, capture: fact };
    case 'attached':
      return { ...next, capture: fact.capture ?? status.capture };
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
      throw new Error('A tender can have only one intent');
    default:
      return fact satisfies never;
  }
}

/**
 * The recovered outcome of a tender that the journal had lost: its capture, null for none, or
 * `contested` if only a person can decide whether it was sent.
 */
export type Recovered = Capture | 'contested' | null;

const CONTESTED = {
  kind: 'manager',
  reason: 'it was requested again after the journal had lost data, and an unmatched capture may belong to it',
  evidence: 'gap-contested',
  candidates: [],
} as const satisfies TenderFact;

/** Returns the facts of a tender that was sent before the journal lost it. */
export function recoveredFacts(
  since: number,
  offset: Offset,
  found: Recovered,
): readonly [TenderFact, ...TenderFact[]] {
  return [
    { kind: 'intent', snapshot: null },
    { kind: 'sent', attempt: 1, offset, since },
    { kind: 'unknown', reason: 'it had been sent, but the journal had lost it', evidence: 'journal-gap' },
    ...(found === 'contested' ? [CONTESTED] : []),
    ...(found === null || found === 'contested' ? [] : [{ kind: 'captured', ...found } as const]),
  ];
}

/** True if a till reported the tender after the journal had lost it. */
export function isRecovered(facts: readonly DatedFact<TenderFact>[]): boolean {
  return facts.some(({ fact }) => fact.kind === 'sent' && fact.since !== undefined);
}

/**
 * True if tills remember several redemptions of the voucher that the journal had lost. In that
 * case, a person has to assign each capture.
 */
export function isContested(facts: readonly DatedFact<TenderFact>[]): boolean {
  return facts.some(({ fact }) => fact.kind === 'manager' && fact.evidence === 'gap-contested');
}

/**
 * True if a manager was called for a tender only because the journal was possibly incomplete, so
 * that no outcome could be concluded.
 */
export function wasCalledWhileUndecidable(facts: readonly DatedFact<TenderFact>[]): boolean {
  const call = facts.findLast(({ fact }) => fact.kind === 'manager')?.fact;
  return call?.kind === 'manager' && call.evidence === 'gap-held';
}

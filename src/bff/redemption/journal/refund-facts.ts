import * as z from 'zod/mini';
import type { RefundState } from '../../../contract/redemption/refund.ts';
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
import { offsetSchema, snapshotSchema } from '../operation/snapshot.ts';

/** Everything that can happen to a refund. Facts are appended, never edited, as for tenders. */
export const refundFactSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intent'), snapshot: z.nullable(snapshotSchema) }),
  z.object({ kind: z.literal('sent'), attempt: z.int(), offset: offsetSchema }),
  z.object({
    kind: z.literal('refunded'),
    refundId: z.string(),
    evidence: z.enum(['answer', 'search', 'attached']),
    by: z.optional(deciderSchema),
    note: z.optional(z.string()),
  }),
  z.object({ kind: z.literal('declined'), refusal: refusalSchema }),
  z.object({ kind: z.literal('not_sent'), reason: z.string() }),
  z.object({ kind: z.literal('unknown'), reason: z.string(), evidence: evidenceCodeSchema }),
  z.object({
    kind: z.literal('not_refunded'),
    reason: z.string(),
    by: z.optional(deciderSchema),
    note: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal('manager'),
    reason: z.string(),
    evidence: evidenceCodeSchema,
    candidates: z.array(candidateSchema),
  }),
]);
export type RefundFact = z.infer<typeof refundFactSchema>;
export type RefundFactKind = RefundFact['kind'];
type RefundFactOf<K extends RefundFactKind> = Extract<RefundFact, { kind: K }>;

const STEPS: Steps<RefundState, RefundFactKind> = {
  intent: ['sent', 'not_sent'],
  sent: ['refunded', 'declined', 'not_sent', 'unknown', 'manager'],
  unknown: ['refunded', 'not_refunded', 'manager'],
  manager: ['refunded', 'not_refunded', 'manager'],
  /** A row can still appear after the refund was recorded as not made. */
  not_refunded: ['refunded'],
  refunded: [],
  declined: [],
  not_sent: [],
};

export function mayFollowRefund(state: RefundState, kind: RefundFactKind): boolean {
  return mayFollow(STEPS, state, kind);
}

export interface RefundStatus extends Attempted<RefundState, RefundFactOf<'manager'>> {
  readonly refundId: string | null;
}

/**
 * True if a refund that the issuer shows may belong to another tender. Only a manager decides about
 * it.
 */
export function isContestedRefund(facts: readonly DatedFact<RefundFact>[]): boolean {
  return facts.some(({ fact }) => fact.kind === 'manager' && fact.evidence === 'gap-refund');
}

/** Folds the facts of one refund; throws as {@link foldFacts}. */
export function foldRefund(facts: readonly DatedFact<RefundFact>[]): RefundStatus {
  return foldFacts<RefundFact, RefundStatus>(
    facts,
    (intent, at) => ({ ...unsentStatus(intent, at), refundId: null }),
    refundStep,
  );
}

/**
 * Applies one more fact.
 * @throws Error if the fact may not follow
 */
export function refundStep(status: RefundStatus, { at, fact }: DatedFact<RefundFact>): RefundStatus {
  assertMayFollow('A refund', STEPS, status.state, fact.kind);
  const next = { ...status, state: fact.kind, changedAt: at };
  switch (fact.kind) {
    case 'sent':
      return { ...next, attempts: fact.attempt, sentAt: at, offset: fact.offset };
    case 'refunded':
      return { ...next, refundId: fact.refundId };
    case 'declined':
      return { ...next, refusal: fact.refusal };
    case 'manager':
      return { ...next, reason: fact.reason, call: fact };
    case 'not_sent':
    case 'unknown':
    case 'not_refunded':
      return { ...next, reason: fact.reason };
    case 'intent':
      throw new Error('A refund can have only one intent');
    default:
      return fact satisfies never;
  }
}

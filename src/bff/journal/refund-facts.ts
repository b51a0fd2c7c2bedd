import * as z from 'zod/mini';
import { candidateSchema, evidenceCodeSchema } from '../../contract/evidence.ts';
import type { RefundState } from '../../contract/refund.ts';
import { refusalSchema } from '../../contract/refusal.ts';
import type { DatedFact } from './facts.ts';
import { deciderSchema, type Offset, offsetSchema, type Snapshot, snapshotSchema } from './snapshot.ts';

/** Everything that can happen to a refund; appended, never edited, like the facts of a tender. */
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
  z.object({ kind: z.literal('not_refunded'), reason: z.string(), by: z.optional(deciderSchema), note: z.optional(z.string()) }),
  z.object({ kind: z.literal('manager'), reason: z.string(), evidence: evidenceCodeSchema, candidates: z.array(candidateSchema) }),
]);
export type RefundFact = z.infer<typeof refundFactSchema>;
export type RefundFactKind = RefundFact['kind'];
type RefundFactOf<K extends RefundFactKind> = Extract<RefundFact, { kind: K }>;

const NEXT: Readonly<Partial<Record<RefundState, readonly RefundFactKind[]>>> = {
  intent: ['sent', 'not_sent'],
  sent: ['refunded', 'declined', 'not_sent', 'unknown'],
  unknown: ['refunded', 'not_refunded', 'manager'],
  manager: ['refunded', 'not_refunded', 'manager'],
  /** A row that turns up after it was said that there is none. */
  not_refunded: ['refunded'],
};

/** True when a refund in `state` may take a fact of this kind. */
export function mayFollowRefund(state: RefundState, kind: RefundFactKind): boolean {
  return NEXT[state]?.includes(kind) ?? false;
}

/** What the facts of one refund add up to; fields as in a tender's standing. */
export interface RefundStanding {
  readonly state: RefundState;
  readonly changedAt: number;
  readonly snapshot: Snapshot | null;
  readonly attempts: number;
  readonly sentAt: number | null;
  readonly offset: Offset;
  readonly refundId: string | null;
  readonly refusal: z.infer<typeof refusalSchema> | null;
  readonly reason: string | null;
  readonly call: RefundFactOf<'manager'> | null;
}

/**
 * Folds the facts of one refund, oldest first.
 * @throws Error when the sequence is one that this program never writes
 */
export function foldRefund(facts: readonly DatedFact<RefundFact>[]): RefundStanding {
  const [first, ...rest] = facts;
  if (first?.fact.kind !== 'intent') throw new Error('A refund starts with its intent');
  const start: RefundStanding = {
    state: 'intent',
    changedAt: first.at,
    snapshot: first.fact.snapshot,
    attempts: 0,
    sentAt: null,
    offset: null,
    refundId: null,
    refusal: null,
    reason: null,
    call: null,
  };
  return rest.reduce(step, start);
}

function step(standing: RefundStanding, { at, fact }: DatedFact<RefundFact>): RefundStanding {
  if (!mayFollowRefund(standing.state, fact.kind)) throw new Error(`A refund that is ${standing.state} cannot become ${fact.kind}`);
  const next = { ...standing, state: fact.kind, changedAt: at };
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
      throw new Error('A refund has one intent');
    default:
      return fact satisfies never;
  }
}

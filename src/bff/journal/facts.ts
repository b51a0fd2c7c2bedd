import * as z from 'zod/mini';
import { refusalSchema } from '../../contract/refusal.ts';
import type { TenderState } from '../../contract/tender.ts';
import { voucherInfoSchema } from '../../contract/tender.ts';

/** What was known about the voucher before the first attempt: the ground that settling stands on. */
export const snapshotSchema = z.object({
  /** Remaining minor units or items; null when no check could be had. */
  remaining: z.nullable(z.int()),
  /** Our time at which the check's answer was there. */
  at: z.int(),
  singleUse: z.nullable(z.boolean()),
  /** Ids of the transactions of this ref that search already showed; null when search gave no complete answer. */
  seen: z.nullable(z.array(z.string())),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

const offsetSchema = z.nullable(z.object({ offsetMs: z.number(), errorMs: z.number() }));
const captureSchema = {
  captureId: z.string(),
  authorizationId: z.nullable(z.string()),
  /** Minor units or items. */
  captured: z.int(),
  /** The issuer's own answer, or a row found by search. */
  evidence: z.enum(['answer', 'search']),
  refundHandle: z.nullable(z.string()),
  vouchers: z.array(voucherInfoSchema),
};

/**
 * Everything that can happen to a tender. Facts are appended, never edited; a tender's state is the fold of its facts.
 * `reason` texts are evidence for a manager and for logs: they hold no ref and no secret.
 */
export const factSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intent'), snapshot: z.nullable(snapshotSchema) }),
  z.object({ kind: z.literal('sent'), attempt: z.int(), offset: offsetSchema }),
  z.object({ kind: z.literal('captured'), ...captureSchema }),
  z.object({ kind: z.literal('captured_partial'), ...captureSchema }),
  z.object({ kind: z.literal('declined'), refusal: refusalSchema }),
  z.object({ kind: z.literal('not_sent'), reason: z.string() }),
  z.object({ kind: z.literal('unknown'), reason: z.string() }),
  z.object({ kind: z.literal('not_captured'), reason: z.string() }),
  z.object({ kind: z.literal('manager'), reason: z.string() }),
]);
export type Fact = z.infer<typeof factSchema>;
export type FactKind = Fact['kind'];
export type CaptureFact = Extract<Fact, { kind: 'captured' | 'captured_partial' }>;

/** Which fact may follow which state; everything else is a fault in this program and is refused. */
const NEXT: Readonly<Partial<Record<TenderState, readonly FactKind[]>>> = {
  intent: ['sent', 'not_sent'],
  sent: ['captured', 'captured_partial', 'declined', 'not_sent', 'unknown'],
  unknown: ['captured', 'captured_partial', 'not_captured', 'manager'],
  /** A capture that turns up while a manager is being called is still good news. */
  manager: ['captured', 'captured_partial'],
};

/** True when a tender in `state` may take a fact of this kind. */
export function mayFollow(state: TenderState, kind: FactKind): boolean {
  return NEXT[state]?.includes(kind) ?? false;
}

/** What the facts of one tender add up to. */
export interface Standing {
  readonly state: TenderState;
  readonly changedAt: number;
  readonly snapshot: Snapshot | null;
  readonly attempts: number;
  /** Our time at which SENT was written; null before. */
  readonly sentAt: number | null;
  readonly offset: { readonly offsetMs: number; readonly errorMs: number } | null;
  readonly capture: CaptureFact | null;
  readonly refusal: z.infer<typeof refusalSchema> | null;
  readonly reason: string | null;
}

export interface DatedFact {
  readonly at: number;
  readonly fact: Fact;
}

/**
 * Folds the facts of one tender, oldest first.
 * @throws Error when the sequence is one that this program never writes
 */
export function fold(facts: readonly DatedFact[]): Standing {
  const [first, ...rest] = facts;
  if (first?.fact.kind !== 'intent') throw new Error('A tender starts with its intent');
  const start: Standing = {
    state: 'intent',
    changedAt: first.at,
    snapshot: first.fact.snapshot,
    attempts: 0,
    sentAt: null,
    offset: null,
    capture: null,
    refusal: null,
    reason: null,
  };
  return rest.reduce(step, start);
}

function step(standing: Standing, { at, fact }: DatedFact): Standing {
  if (!mayFollow(standing.state, fact.kind)) throw new Error(`A tender that is ${standing.state} cannot become ${fact.kind}`);
  const next = { ...standing, state: fact.kind, changedAt: at };
  switch (fact.kind) {
    case 'sent':
      return { ...next, attempts: fact.attempt, sentAt: at, offset: fact.offset };
    case 'captured':
    case 'captured_partial':
      return { ...next, capture: fact };
    case 'declined':
      return { ...next, refusal: fact.refusal };
    case 'not_sent':
    case 'unknown':
    case 'not_captured':
    case 'manager':
      return { ...next, reason: fact.reason };
    case 'intent':
      throw new Error('A tender has one intent');
    default:
      return fact satisfies never;
  }
}

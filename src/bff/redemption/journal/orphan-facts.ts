import * as z from 'zod/mini';
import { type Candidate, candidateSchema } from '../../../contract/voucher/evidence.ts';
import { deciderSchema } from '../../platform/base/decider.ts';
import { assertMayFollow, type DatedFact, type Steps } from '../operation/facts.ts';

/** Everything that can happen to an orphan. Facts are appended, never edited. */
export const orphanFactSchema = z.discriminatedUnion('kind', [
  /**
   * Search shows a capture without a matching operation. `refSealed` is the voucher, encrypted.
   * `claimedBy`: the tender that was confirmed with it although its voucher or amount differs, or
   * although the issuer has since taken it back or no longer shows it (`since`).
   */
  z.object({
    kind: z.literal('found'),
    row: candidateSchema,
    refSealed: z.string(),
    last4: z.string(),
    claimedBy: z.optional(
      z.object({ tenderId: z.string(), last4: z.string(), since: z.optional(z.enum(['taken-back', 'gone'])) }),
    ),
  }),
  /** `tenderId`: the tender that a manager assigned the capture to. */
  z.object({ kind: z.literal('closed'), by: deciderSchema, note: z.string(), tenderId: z.optional(z.string()) }),
]);
export type OrphanFact = z.infer<typeof orphanFactSchema>;

export interface OrphanStatus {
  readonly state: OrphanFact['kind'];
  readonly changedAt: number;
  /** The issuer's row, without the ref. */
  readonly row: Candidate;
  /** The voucher, encrypted. */
  readonly refSealed: string;
  readonly last4: string;
  /** True if a tender was confirmed with it although its voucher or amount differs. */
  readonly isClaimed: boolean;
  readonly tenderId: string | null;
}

const STEPS: Steps<OrphanStatus['state'], OrphanFact['kind']> = { found: ['closed'], closed: ['closed'] };

/**
 * Folds the facts of one orphan, oldest first.
 * @throws Error if the sequence is one that this program never writes
 */
export function foldOrphan(facts: readonly DatedFact<OrphanFact>[]): OrphanStatus {
  const [first, ...rest] = facts;
  if (first?.fact.kind !== 'found') throw new Error('An orphan must start with the fact that it was found');
  const { row, refSealed, last4, claimedBy } = first.fact;
  const found = { state: 'found', changedAt: first.at, row, refSealed, last4 } as const;
  return rest.reduce(orphanStep, { ...found, isClaimed: claimedBy !== undefined, tenderId: null });
}

/**
 * Applies one more fact.
 * @throws Error if the fact may not follow
 */
export function orphanStep(status: OrphanStatus, { at, fact }: DatedFact<OrphanFact>): OrphanStatus {
  assertMayFollow('An orphan', STEPS, status.state, fact.kind);
  const tenderId = fact.kind === 'closed' ? (fact.tenderId ?? null) : null;
  /* A closed case may still be assigned to a tender, once. */
  if (status.state === 'closed' && (status.tenderId !== null || tenderId === null))
    throw new Error('The orphan is already closed');
  return { ...status, state: fact.kind, changedAt: at, tenderId };
}

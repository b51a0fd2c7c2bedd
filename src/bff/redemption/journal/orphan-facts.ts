import * as z from 'zod/mini';
import { type Candidate, candidateSchema } from '../../../contract/voucher/evidence.ts';
import { deciderSchema } from '../../platform/base/decider.ts';
import { assertMayFollow, type DatedFact, type Steps } from '../operation/facts.ts';

/** Everything that can happen to an orphan; appended, never edited. */
export const orphanFactSchema = z.discriminatedUnion('kind', [
  /**
   * Search shows a capture that no operation explains. `refSealed` is the voucher, encrypted.
   * `claimedBy`: the tender that was confirmed with it, whose voucher or amount it does not fit.
   */
  z.object({
    kind: z.literal('found'),
    row: candidateSchema,
    refSealed: z.string(),
    last4: z.string(),
    claimedBy: z.optional(z.object({ tenderId: z.string(), last4: z.string() })),
  }),
  /** `tenderId`: the tender that a manager says it is of. */
  z.object({ kind: z.literal('closed'), by: deciderSchema, note: z.string(), tenderId: z.optional(z.string()) }),
]);
export type OrphanFact = z.infer<typeof orphanFactSchema>;

/** What the facts of one orphan add up to. */
export interface OrphanStanding {
  readonly state: OrphanFact['kind'];
  readonly changedAt: number;
  /** The issuer's row, without the ref. */
  readonly row: Candidate;
  readonly last4: string;
  /** The tender that it was given to. */
  readonly tenderId: string | null;
}

/** Which fact may follow which state. */
const STEPS: Steps<OrphanStanding['state'], OrphanFact['kind']> = { found: ['closed'], closed: ['closed'] };

/**
 * Folds the facts of one orphan, oldest first.
 * @throws Error when the sequence is one that this program never writes
 */
export function foldOrphan(facts: readonly DatedFact<OrphanFact>[]): OrphanStanding {
  const [first, ...rest] = facts;
  if (first?.fact.kind !== 'found') throw new Error('An orphan is found first');
  const { row, last4 } = first.fact;
  return rest.reduce(orphanStep, { state: 'found', changedAt: first.at, row, last4, tenderId: null });
}

/**
 * One more fact.
 * @throws Error when it cannot follow
 */
export function orphanStep(standing: OrphanStanding, { at, fact }: DatedFact<OrphanFact>): OrphanStanding {
  assertMayFollow('An orphan', STEPS, standing.state, fact.kind);
  const tenderId = fact.kind === 'closed' ? (fact.tenderId ?? null) : null;
  /* A closed case may still be given to a tender, once. */
  if (standing.state === 'closed' && (standing.tenderId !== null || tenderId === null))
    throw new Error('An orphan is closed already');
  return { ...standing, state: fact.kind, changedAt: at, tenderId };
}

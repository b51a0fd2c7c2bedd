import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { Schema } from '../../platform/store/schema.ts';
import type { AnyFact, DatedFact } from '../operation/facts.ts';
import { readFacts } from '../operation/read-facts.ts';

/** How an operation stands. */
export interface StandingByFacts {
  readonly state: string;
  readonly open: boolean;
}
/** How operations of one kind stand by their facts; null for one without any. */
export type JudgeByFacts = (
  db: Kysely<Schema>,
  operations: readonly { readonly id: string }[],
) => Promise<(id: string) => StandingByFacts | null>;

/** Judges a kind by what its facts fold to. */
export function judgeOf<F extends AnyFact, S extends string>(
  schema: z.ZodMiniType<F>,
  fold: (facts: readonly DatedFact<F>[]) => { readonly state: S },
  isOpen: (state: S) => boolean,
): JudgeByFacts {
  return async (db, operations) => {
    const factsOf = await readFacts(db, operations, schema);
    return (id) => {
      const facts = factsOf(id);
      if (facts.length === 0) return null;
      const { state } = fold(facts);
      return { state, open: isOpen(state) };
    };
  };
}

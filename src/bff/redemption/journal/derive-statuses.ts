import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { Schema } from '../../platform/store/schema.ts';
import type { AnyFact, DatedFact } from '../operation/facts.ts';
import { readFacts } from '../operation/read-facts.ts';

/** The state of an operation, as its facts define it. */
export interface DerivedStatus {
  readonly state: string;
  readonly open: boolean;
}
/**
 * Derives the states of operations of one kind from their facts; null for an operation without
 * facts.
 */
export type DeriveStatuses = (
  db: Kysely<Schema>,
  operations: readonly { readonly id: string }[],
) => Promise<(id: string) => DerivedStatus | null>;

export function createDeriveStatuses<F extends AnyFact, S extends string>(
  schema: z.ZodMiniType<F>,
  fold: (facts: readonly DatedFact<F>[]) => { readonly state: S },
  isOpen: (state: S) => boolean,
): DeriveStatuses {
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

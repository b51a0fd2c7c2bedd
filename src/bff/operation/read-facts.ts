import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { DatedFact } from '../journal/tender-facts.ts';
import type { Schema } from '../store/schema.ts';

/** A fact out of its row, where its kind stands beside its data so that it can be asked for. */
export function factIn<F>(schema: z.ZodMiniType<F>, { kind, data }: { readonly kind: string; readonly data: string }): F {
  return schema.parse({ ...(JSON.parse(data) as object), kind });
}

/** The facts of several operations of one kind, in one question. @returns those of one of them, oldest first */
export async function readFacts<F>(
  db: Kysely<Schema>,
  operations: readonly { readonly id: string }[],
  schema: z.ZodMiniType<F>,
): Promise<(id: string) => readonly DatedFact<F>[]> {
  if (operations.length === 0) return () => [];
  const facts = new Map<string, DatedFact<F>[]>(operations.map(({ id }) => [id, []]));
  const rows = await db
    .selectFrom('fact')
    .select(['operation_id', 'at', 'kind', 'data'])
    .where('operation_id', 'in', [...facts.keys()])
    .orderBy('seq')
    .execute();
  for (const row of rows) facts.get(row.operation_id)?.push({ at: row.at, fact: factIn(schema, row) });
  return (id) => facts.get(id) ?? [];
}

interface OriginRow {
  readonly id: string;
  readonly shop: string;
  readonly device_id: string;
  readonly device_name: string;
  readonly person_id: string;
  readonly person_name: string;
  readonly created_at: number;
}

/** Where, by whom and when something was begun. */
export function originIn(row: OriginRow) {
  return {
    id: row.id,
    shop: row.shop,
    device: { id: row.device_id, name: row.device_name },
    person: { id: row.person_id, name: row.person_name },
    createdAt: row.created_at,
  };
}

import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { Schema } from '../../platform/store/schema.ts';
import type { AnyFact, DatedFact } from './facts.ts';
import type { Requester } from './journal-port.ts';

/** Parses a fact from its row. Its kind is a separate column so that it can be queried. */
export function factIn<F>(
  schema: z.ZodMiniType<F>,
  { kind, data }: { readonly kind: string; readonly data: string },
): F {
  return schema.parse({ ...(JSON.parse(data) as object), kind });
}

/**
 * Reads the facts of several operations of one kind, in one query.
 * @returns a function from an operation's id to its facts, oldest first
 */
export async function readFacts<F extends AnyFact>(
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

/**
 * Columns for the device and the person that requested an operation. The query joins `operation`,
 * `device` and `person`.
 */
export const REQUESTER_COLUMNS = [
  'operation.id',
  'operation.shop',
  'operation.created_at',
  'device.id as device_id',
  'device.name as device_name',
  'person.id as person_id',
  'person.name as person_name',
] as const;

/** Parses {@link REQUESTER_COLUMNS}. */
export function readRequester(row: {
  device_id: string;
  device_name: string;
  person_id: string;
  person_name: string;
}): Requester {
  return { device: { id: row.device_id, name: row.device_name }, person: { id: row.person_id, name: row.person_name } };
}

/** Copies only these fields of a request. */
export function pickRequester({ device, person }: Requester): Requester {
  return { device: { id: device.id, name: device.name }, person: { id: person.id, name: person.name } };
}

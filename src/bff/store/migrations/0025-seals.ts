import type { Kysely } from 'kysely';
import { makeAppendOnly } from './dialect.ts';

/** Keyed marks of the journal's facts, some at a time, each stretch after the one before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('fact_seal')
    .addColumn('from_seq', 'bigint', (c) => c.primaryKey())
    .addColumn('to_seq', 'bigint', (c) => c.notNull())
    .addColumn('marks', 'text', (c) => c.notNull())
    .execute();
  await makeAppendOnly(db, 'fact_seal');
}

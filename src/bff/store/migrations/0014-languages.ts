import type { Kysely } from 'kysely';

/** The language that a person reads; null for that of the device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('person').addColumn('language', 'text').execute();
}

import type { Kysely } from 'kysely';

/** What belongs to the database as a whole, first of all a mark of the key that its refs and hashes are made with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('setting')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
}

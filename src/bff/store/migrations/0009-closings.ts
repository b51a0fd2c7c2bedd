import type { Kysely } from 'kysely';
import { makeAppendOnly } from './dialect.ts';

/** What managers found at the end of a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('closing')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('device_id', 'text', (c) => c.notNull().references('device.id'))
    .addColumn('person_id', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('request', 'text', (c) => c.notNull())
    .addColumn('found', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('closing_by_time').on('closing').columns(['shop', 'created_at']).execute();
  await makeAppendOnly(db, 'closing');
}

import { type Kysely, sql } from 'kysely';
import { makeAppendOnly } from './dialect.ts';

/** Activations of cards, and where each of their ranges stands. The ranges themselves are in the first fact. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('activation')
    .addColumn('id', 'text', (c) => c.primaryKey().references('operation.id'))
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('device_id', 'text', (c) => c.notNull().references('device.id'))
    .addColumn('person_id', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('activation_by_person').on('activation').columns(['shop', 'person_id', 'created_at']).execute();
  await makeAppendOnly(db, 'activation');
  await schema
    .createTable('activation_range')
    .addColumn('activation_id', 'text', (c) => c.notNull().references('activation.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('digits', 'integer', (c) => c.notNull())
    .addColumn('first', 'text', (c) => c.notNull())
    .addColumn('last', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('range_once', ['activation_id', 'position'])
    .execute();
  await schema.createIndex('range_by_cards').on('activation_range').columns(['shop', 'digits', 'last']).execute();
  await sql`create index range_unknown on activation_range (shop) where state = 'unknown'`.execute(db);
}

import type { Kysely } from 'kysely';

/** What managers set for their shop. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shop_setting')
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('setting_once', ['shop', 'name'])
    .execute();
}

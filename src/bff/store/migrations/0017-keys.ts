import type { Kysely } from 'kysely';

/**
 * Keys by which programs call. Each has a row among the devices, which is revoked from the start so that nobody can sign in there, because the
 * journal names a device wherever something was asked for; one that acts in its own name has such a row among the people as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('access_key')
    .addColumn('id', 'text', (c) => c.primaryKey().references('device.id'))
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('start', 'text', (c) => c.notNull().unique())
    .addColumn('secret_hash', 'text', (c) => c.notNull())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('limit_once', 'bigint')
    .addColumn('limit_day', 'bigint')
    .addColumn('made_by', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await schema
    .createTable('key_tender')
    .addColumn('key_id', 'text', (c) => c.notNull().references('access_key.id'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('tender_id', 'text', (c) => c.notNull().references('tender.id'))
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('key_tender_once', ['key_id', 'day', 'tender_id'])
    .execute();
}

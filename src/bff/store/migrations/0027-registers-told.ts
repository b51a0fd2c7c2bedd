import type { Kysely } from 'kysely';
import { makeAppendOnly } from './dialect.ts';

/** What registers were told of their sales, who opened them, the secrets by which registers sign, and keys that are being replaced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('pay_link_told')
    .addColumn('link_id', 'text', (c) => c.notNull().references('pay_link.id'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('pay_link_told_once', ['link_id', 'number'])
    .execute();
  await makeAppendOnly(db, 'pay_link_told');
  await schema
    .createTable('pay_link_opened')
    .addColumn('link_id', 'text', (c) => c.notNull().references('pay_link.id'))
    .addColumn('device_id', 'text', (c) => c.notNull().references('device.id'))
    .addPrimaryKeyConstraint('pay_link_opened_once', ['link_id', 'device_id'])
    .execute();
  await schema.alterTable('register').addColumn('secret_sealed', 'text').execute();
  await schema.alterTable('register').addColumn('old_secret_sealed', 'text').execute();
  await schema.alterTable('register').addColumn('old_until', 'bigint').execute();
  await schema.alterTable('access_key').addColumn('old_start', 'text').execute();
  await schema.alterTable('access_key').addColumn('old_secret_hash', 'text').execute();
  await schema.alterTable('access_key').addColumn('old_until', 'bigint').execute();
  await schema.createIndex('access_key_by_old_start').on('access_key').columns(['old_start']).unique().execute();
}

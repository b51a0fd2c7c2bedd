import type { Kysely } from 'kysely';
import { makeAppendOnly } from './dialect.ts';

/** The audit trail: entries that are chained by keyed hashes, and where each shop's chain ends; what reading it needs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('audit')
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('person_id', 'text')
    .addColumn('device_id', 'text')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject', 'text')
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('previous', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('audit_in_order', ['shop', 'seq'])
    .execute();
  await schema.createIndex('audit_by_time').on('audit').columns(['shop', 'at']).execute();
  await makeAppendOnly(db, 'audit');
  await schema
    .createTable('audit_head')
    .addColumn('shop', 'text', (c) => c.primaryKey().references('shop.id'))
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('mark', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('session_by_person').on('session').columns(['person_id', 'last_used_at']).execute();
  await schema.createIndex('fact_by_time').on('fact').columns(['at', 'seq']).execute();
}

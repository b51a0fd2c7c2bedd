import { type Kysely, sql } from 'kysely';
import { makeAppendOnly } from './dialect.ts';

/** What a register's sale is known by, and the registers that ask for redemptions by link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('tender').addColumn('receipt_no', 'text').execute();
  await schema.alterTable('tender').addColumn('entry', 'text').execute();
  await schema.alterTable('tender').addColumn('held', 'bigint').execute();
  await sql`create index tender_by_receipt on tender (shop, receipt_no) where receipt_no is not null`.execute(db);
  await sql`create index tender_by_sale on tender (shop, sale_id) where sale_id is not null`.execute(db);
  await schema
    .createTable('register')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('register_once', ['shop', 'origin'])
    .execute();
  await schema
    .createTable('pay_link')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('device_id', 'text', (c) => c.notNull().references('device.id'))
    .addColumn('person_id', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('return_url', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('pay_link_by_reference').on('pay_link').columns(['shop', 'reference', 'created_at']).execute();
  await makeAppendOnly(db, 'pay_link');
}

import type { Kysely } from 'kysely';
import { makeAppendOnly } from './dialect.ts';

/** Issues of vouchers, and what was issued. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('issue')
    .addColumn('id', 'text', (c) => c.primaryKey().references('operation.id'))
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('device_id', 'text', (c) => c.notNull().references('device.id'))
    .addColumn('person_id', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('product_code', 'text', (c) => c.notNull())
    .addColumn('product_name', 'text')
    .addColumn('quantity', 'integer', (c) => c.notNull())
    .addColumn('face_value', 'bigint')
    .addColumn('client_reference', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('issue_by_person').on('issue').columns(['shop', 'person_id', 'created_at']).execute();
  await makeAppendOnly(db, 'issue');
  await schema
    .createTable('issued_voucher')
    .addColumn('issue_id', 'text', (c) => c.notNull().references('issue.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('issued_once', ['issue_id', 'position'])
    .execute();
  await makeAppendOnly(db, 'issued_voucher');
}

import type { Kysely } from 'kysely';
import { makeAppendOnly } from './dialect.ts';

/** The issuer's rows as its search showed them, and which periods were read to their end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('issuer_row')
    .addColumn('shop', 'text', (c) => c.notNull())
    .addColumn('transaction_id', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('raw_type', 'text', (c) => c.notNull())
    .addColumn('succeeded', 'integer')
    .addColumn('raw_status', 'text', (c) => c.notNull())
    .addColumn('mid', 'text', (c) => c.notNull())
    .addColumn('amount', 'bigint')
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint')
    .addColumn('updated_at', 'bigint')
    .addColumn('vouchers', 'text', (c) => c.notNull())
    .addColumn('first_read_at', 'bigint', (c) => c.notNull())
    .addColumn('last_read_at', 'bigint', (c) => c.notNull())
    .addColumn('gone_at', 'bigint')
    .addPrimaryKeyConstraint('issuer_row_key', ['shop', 'transaction_id'])
    .execute();
  await schema.createIndex('issuer_row_by_time').on('issuer_row').columns(['shop', 'created_at', 'transaction_id']).execute();
  await schema.createIndex('issuer_row_by_mid').on('issuer_row').columns(['shop', 'mid', 'type', 'created_at']).execute();
  await schema
    .createTable('issuer_row_voucher')
    .addColumn('shop', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('transaction_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('issuer_row_voucher_key', ['shop', 'hash', 'transaction_id'])
    .execute();
  await schema.createIndex('issuer_row_voucher_by_row').on('issuer_row_voucher').columns(['shop', 'transaction_id']).execute();
  await schema
    .createTable('issuer_row_change')
    .addColumn('shop', 'text', (c) => c.notNull())
    .addColumn('transaction_id', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('was', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('issuer_row_change_by_row').on('issuer_row_change').columns(['shop', 'transaction_id', 'at']).execute();
  await makeAppendOnly(db, 'issuer_row_change');
  await schema
    .createTable('reading')
    .addColumn('shop', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('from_at', 'bigint', (c) => c.notNull())
    .addColumn('to_at', 'bigint', (c) => c.notNull())
    .addColumn('began_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('reading_by_time').on('reading').columns(['shop', 'kind', 'from_at']).execute();
}

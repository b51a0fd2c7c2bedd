import { type Kysely, sql } from 'kysely';
import { OPEN_STATES } from '../../../contract/tender.ts';
import { countingType, isPostgres, makeAppendOnly } from './dialect.ts';

/** Tenders, their facts, the voucher lock and the claims on the issuer's transactions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('tender')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('device_id', 'text', (c) => c.notNull().references('device.id'))
    .addColumn('person_id', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('sale_id', 'text')
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('ref_hash', 'text', (c) => c.notNull())
    .addColumn('ref_sealed', 'text', (c) => c.notNull())
    .addColumn('last4', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('money', 'items')`))
    .addColumn('requested', 'bigint', (c) => c.notNull().check(sql`requested > 0`))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('return_info', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('tender_by_ref').on('tender').columns(['shop', 'ref_hash', 'created_at']).execute();
  await schema.createIndex('tender_by_person').on('tender').columns(['shop', 'person_id', 'created_at']).execute();
  await schema
    .createTable('tender_state')
    .addColumn('tender_id', 'text', (c) => c.primaryKey())
    .addColumn('shop', 'text', (c) => c.notNull())
    .addColumn('ref_hash', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .execute();
  const open = sql.join(OPEN_STATES.map((state) => sql.lit(state)));
  await sql`create unique index voucher_lock on tender_state (shop, ref_hash) where state in (${open})`.execute(db);
  await schema
    .createTable('fact')
    .addColumn('seq', countingType(db), (c) => (isPostgres(db) ? c.primaryKey() : c.primaryKey().autoIncrement()))
    .addColumn('tender_id', 'text', (c) => c.notNull().references('tender.id'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('fact_by_tender').on('fact').columns(['tender_id', 'seq']).execute();
  await schema
    .createTable('claim')
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('transaction_id', 'text', (c) => c.notNull())
    .addColumn('tender_id', 'text', (c) => c.notNull().unique().references('tender.id'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('claim_once', ['shop', 'transaction_id'])
    .execute();
  for (const table of ['tender', 'fact', 'claim']) await makeAppendOnly(db, table);
}

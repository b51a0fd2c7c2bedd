import { type Kysely, sql } from 'kysely';
import { OPEN_STATES } from '../../../contract/tender.ts';
import { countingType, isPostgres, makeAppendOnly } from './dialect.ts';

/**
 * Tenders are no longer alone: what is journalled with an outcome becomes an operation, with one table of states, one of facts, one of
 * claims. A state counts its facts, so that two that change it at the same time cannot both win, and names the server that looks after it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createOperations(db);
  await moveFacts(db);
  await moveClaims(db);
  await createRefunds(db);
}

async function createOperations(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('operation')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('device_id', 'text', (c) => c.references('device.id'))
    .addColumn('lock_hash', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('open', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('owner', 'integer')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .execute();
  const open = sql.join(OPEN_STATES.map((state) => sql.lit(state)));
  await sql`insert into operation (id, shop, kind, device_id, lock_hash, state, open, version, owner, created_at, changed_at)
    select s.tender_id, s.shop, 'tender', t.device_id, s.ref_hash, s.state, case when s.state in (${open}) then 1 else 0 end,
      (select count(*) from fact f where f.tender_id = s.tender_id), null, coalesce(t.created_at, s.changed_at), s.changed_at
    from tender_state s left join tender t on t.id = s.tender_id`.execute(db);
  await schema.dropTable('tender_state').execute();
  await sql`create unique index operation_lock on operation (shop, lock_hash) where open = 1`.execute(db);
  await sql`create index operation_open on operation (shop, kind) where open = 1`.execute(db);
  await schema.createIndex('operation_by_state').on('operation').columns(['shop', 'kind', 'state', 'changed_at']).execute();
}

async function moveFacts(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('fact_next')
    .addColumn('seq', countingType(db), (c) => (isPostgres(db) ? c.primaryKey() : c.primaryKey().autoIncrement()))
    .addColumn('operation_id', 'text', (c) => c.notNull().references('operation.id'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .execute();
  await sql`insert into fact_next (operation_id, at, kind, data) select tender_id, at, kind, data from fact order by seq`.execute(db);
  await schema.dropTable('fact').execute();
  await schema.alterTable('fact_next').renameTo('fact').execute();
  await schema.createIndex('fact_by_operation').on('fact').columns(['operation_id', 'seq']).execute();
  await makeAppendOnly(db, 'fact');
}

async function moveClaims(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('claim_next')
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('transaction_id', 'text', (c) => c.notNull())
    .addColumn('operation_id', 'text', (c) => c.notNull().unique().references('operation.id'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('claimed_once', ['shop', 'transaction_id'])
    .execute();
  await sql`insert into claim_next (shop, transaction_id, operation_id, at) select shop, transaction_id, tender_id, at from claim`.execute(
    db,
  );
  await schema.dropTable('claim').execute();
  await schema.alterTable('claim_next').renameTo('claim').execute();
  await makeAppendOnly(db, 'claim');
}

async function createRefunds(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('refund')
    .addColumn('id', 'text', (c) => c.primaryKey().references('operation.id'))
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('tender_id', 'text', (c) => c.notNull().references('tender.id'))
    .addColumn('device_id', 'text', (c) => c.notNull().references('device.id'))
    .addColumn('person_id', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('refund_by_tender').on('refund').columns(['tender_id', 'created_at']).execute();
  await makeAppendOnly(db, 'refund');
}

import { type Kysely, sql } from 'kysely';

/** What stands beside a till: devices that show it to customers, what they show, and codes on badges that say who is at it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createDisplays(db);
  await createBadges(db);
}

async function createDisplays(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('display')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('till_id', 'text', (c) => c.notNull().references('device.id'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('made_by', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('device_id', 'text', (c) => c.references('device.id'))
    .addColumn('connected_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .execute();
  await sql`create unique index display_of_device on display (device_id) where ended_at is null`.execute(db);
  await schema.createIndex('display_by_till').on('display').columns(['till_id']).execute();
  await schema.createIndex('display_by_code').on('display').columns(['code_hash']).execute();
  await schema
    .createTable('shown_sale')
    .addColumn('till_id', 'text', (c) => c.primaryKey().references('device.id'))
    .addColumn('sale_id', 'text', (c) => c.notNull())
    .addColumn('due', 'integer')
    .addColumn('currency', 'text')
    .addColumn('busy', 'integer', (c) => c.notNull())
    .execute();
}

async function createBadges(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('badge')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('person_id', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('made_by', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute();
  await sql`create unique index badge_of_person on badge (person_id) where revoked_at is null`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/** Codes that do not exist, as they were tried within the last minutes; and who has tried so many that a manager has to know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('wrong_code')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('person_id', 'text', (c) => c.notNull())
    .addColumn('device_id', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('wrong_code_by_time').on('wrong_code').columns(['shop', 'at']).execute();
  await schema
    .createTable('guessed_codes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('person_id', 'text', (c) => c.notNull())
    .addColumn('device_id', 'text', (c) => c.notNull())
    .addColumn('codes', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('closed_at', 'bigint')
    .execute();
  /* One case for one till and person, however many at once find out. */
  await schema
    .createIndex('guessed_codes_open')
    .unique()
    .on('guessed_codes')
    .columns(['shop', 'person_id', 'device_id'])
    .where(sql.ref('closed_at'), 'is', null)
    .execute();
}

import { type Kysely, sql } from 'kysely';

/** Keys of the journal wrapped under its data key, the rotations that changed them, and which server has taken which key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('wrapped_key')
    .addColumn('data_key', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('wrapped', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('wrapped_once', ['data_key', 'number'])
    .execute();
  await schema
    .createTable('key_rotation')
    .addColumn('number', 'integer', (c) => c.primaryKey())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('told', 'sealing', 'ended')`))
    .addColumn('from_key', 'text', (c) => c.notNull())
    .addColumn('to_key', 'text', (c) => c.notNull())
    .addColumn('handed', 'text')
    .addColumn('begun_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await schema
    .createTable('key_reader')
    .addColumn('server', 'bigint', (c) => c.primaryKey())
    .addColumn('knows', 'integer', (c) => c.notNull())
    .addColumn('seals_with', 'integer', (c) => c.notNull())
    .execute();
}

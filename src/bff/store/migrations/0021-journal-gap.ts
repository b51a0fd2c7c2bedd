import type { Kysely } from 'kysely';

/** What the journal may lack of what it had confirmed, which tills have come back since, and the marks by which each server tells that it is complete. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('journal_gap')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('from_at', 'bigint', (c) => c.notNull())
    .addColumn('found_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('ended_by', 'text')
    .execute();
  await schema
    .createTable('gap_device')
    .addColumn('gap_id', 'text', (c) => c.notNull().references('journal_gap.id'))
    .addColumn('device_id', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('gap_device_key', ['gap_id', 'device_id'])
    .execute();
  await schema
    .createTable('journal_mark')
    .addColumn('server', 'text', (c) => c.primaryKey())
    .addColumn('mark', 'text', (c) => c.notNull())
    .addColumn('previous', 'text')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('server_id', 'integer', (c) => c.notNull())
    .addColumn('stopped', 'integer', (c) => c.notNull())
    .execute();
}

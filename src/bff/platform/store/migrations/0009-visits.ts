import { type Kysely, sql } from 'kysely';

/**
 * Sessions of head office, and settings for all shops. SQLite uses the index of open operations
 * only if it also gives their order; otherwise a start reads all operations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column office integer not null default 0`.execute(db);
  await sql`drop index operation_open`.execute(db);
  await sql`create index operation_open on operation (shop, kind, created_at) where open = 1`.execute(db);
  await sql`create table chain_setting (
    name text not null primary key, value text not null, forced integer not null,
    person_id text not null references person (id), changed_at bigint not null
  )`.execute(db);
}

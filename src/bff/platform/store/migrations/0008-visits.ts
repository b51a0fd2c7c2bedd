import { type Kysely, sql } from 'kysely';

/** Sessions of head office, and settings for all shops. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column office integer not null default 0`.execute(db);
  await sql`create table chain_setting (
    name text not null primary key, value text not null, forced integer not null,
    person_id text not null references person (id), changed_at bigint not null
  )`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/** Adds the codes with which people choose their first PIN. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table person_code (
  code_hash text not null primary key, person_id text not null references person (id), expires_at bigint not null,
  used_at bigint
)`)
    .execute(db);
  await sql`create index person_code_person on person_code (person_id)`.execute(db);
}

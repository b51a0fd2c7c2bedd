import { type Kysely, sql } from 'kysely';

/** Adds the people of head office and their passkeys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES) await sql.raw(statement).execute(db);
}

const TABLES = [
  `create table office_member (
    person_id text not null primary key references person (id), since bigint not null, until bigint
  )`,
  `create table office_code (
    code_hash text not null primary key, person_id text not null references person (id),
    expires_at bigint not null, enrolled integer not null, used_at bigint
  )`,
  `create table passkey (
    id text not null primary key, person_id text not null references person (id),
    credential_id text not null unique, public_key text not null, counter bigint not null,
    transports text not null, name text not null, created_at bigint not null, last_used_at bigint,
    revoked_at bigint
  )`,
  'create index passkey_by_person on passkey (person_id)',
  `create table passkey_challenge (
    device_id text not null references device (id), purpose text not null, challenge text not null,
    person_id text references person (id), code_hash text, expires_at bigint not null,
    primary key (device_id, purpose)
  )`,
];

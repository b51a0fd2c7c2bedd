import { type Kysely, sql } from 'kysely';

/** Adds the newest report of each device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table device_report (
  device_id text not null primary key references device (id), shop text not null references shop (id),
  at bigint not null, report text not null
)`)
    .execute(db);
}

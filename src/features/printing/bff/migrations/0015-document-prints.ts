import { type Kysely, sql } from 'kysely';
import { isolateShops } from '../../../../bff/platform/store/migrations/dialect.ts';

/** Adds the prints of documents by any device, also those by a browser's own dialog. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table document_print (
    id text not null primary key, shop text not null references shop (id),
    device_id text not null references device (id), person_id text not null references person (id),
    what text not null, subject text not null, is_copy integer not null, at bigint not null
  )`)
    .execute(db);
  await sql.raw('create index document_print_by_subject on document_print (subject)').execute(db);
  await isolateShops(db);
}

import { type Kysely, sql } from 'kysely';
import { isolateShops } from './dialect.ts';

/** Adds the amount due for a sale, and the amount collected in other ways than by voucher. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table sale_due (
    sale_id text not null primary key, shop text not null references shop (id), currency text not null,
    due bigint not null, collected bigint, revision bigint not null, at bigint not null
  )`)
    .execute(db);
  await isolateShops(db);
}

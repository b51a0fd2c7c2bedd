import { type Kysely, sql } from 'kysely';

/** Adds the sales of which an amount was collected again while another redemption was in doubt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table collected_again (
        sale_id text primary key, shop text not null references shop (id), due bigint not null,
        currency text not null, at bigint not null, closed_at bigint
      )`,
    )
    .execute(db);
  await sql.raw('create index collected_again_open on collected_again (shop) where closed_at is null').execute(db);
}

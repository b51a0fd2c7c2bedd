import { type Kysely, sql } from 'kysely';
import { isolateShops } from '../../../../bff/platform/store/migrations/dialect.ts';

/** Adds the decisions about access that a restore brought back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table restored_decision (
  shop text not null references shop (id), gap_id text not null references journal_gap (id), kind text not null,
  item_id text not null, decision text not null check (decision in ('confirm', 'end')),
  person_id text not null references person (id), at bigint not null,
  primary key (shop, gap_id, kind, item_id)
)`)
    .execute(db);
  await isolateShops(db);
}

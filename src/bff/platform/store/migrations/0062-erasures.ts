import { type Kysely, sql } from 'kysely';
import { isolateShops } from './dialect.ts';

/** Adds the marks of rows in which the name of a person was replaced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table erasure (
  place text not null check (place in ('audit', 'fact', 'shift_z')), shop text not null references shop (id),
  ref text not null, mark text not null, primary key (shop, place, ref)
)`)
    .execute(db);
  await isolateShops(db);
}

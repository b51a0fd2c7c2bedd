import { type Kysely, sql } from 'kysely';

/** The mid that the issuer's answers name instead of the shop's, and since when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shop add column other_mid text`.execute(db);
  await sql`alter table shop add column other_mid_at bigint`.execute(db);
}

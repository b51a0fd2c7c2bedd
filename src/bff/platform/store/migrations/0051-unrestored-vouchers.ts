import { type Kysely, sql } from 'kysely';

/** The voucher of a remembered redemption that could not be restored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gap_remembered add column ref_hash text`.execute(db);
}

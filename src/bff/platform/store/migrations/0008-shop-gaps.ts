import { type Kysely, sql } from 'kysely';

/** Each shop has a gap of its own. The first shop is the only one that a released version had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table journal_gap add column shop text`.execute(db);
  await sql`update journal_gap set shop = (select id from shop where slug is null)`.execute(db);
}

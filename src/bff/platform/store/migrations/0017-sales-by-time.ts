import { type Kysely, sql } from 'kysely';

/** Sales of a shop are found by their time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index issue_by_time on issue (shop, created_at)`.execute(db);
}

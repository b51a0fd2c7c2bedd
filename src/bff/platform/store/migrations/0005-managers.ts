import { type Kysely, sql } from 'kysely';

/** Records since when a person is a manager, or until when they were one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table place add column manager_since bigint`.execute(db);
  await sql`alter table place add column manager_until bigint`.execute(db);
}

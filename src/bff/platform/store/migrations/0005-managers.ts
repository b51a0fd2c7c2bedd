import { type Kysely, sql } from 'kysely';

/** Records when a person became a manager, or stopped being one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table place add column manager_since bigint`.execute(db);
  await sql`alter table place add column manager_until bigint`.execute(db);
}

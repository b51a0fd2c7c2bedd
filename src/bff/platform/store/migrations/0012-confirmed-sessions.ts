import { type Kysely, sql } from 'kysely';

/** When the person of a session last confirmed it with a passkey. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column confirmed_at bigint`.execute(db);
}

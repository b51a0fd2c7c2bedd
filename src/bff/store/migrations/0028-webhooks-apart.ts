import { type Kysely, sql } from 'kysely';

/** Messages are looked for by webhook: those that wait for one that hangs are not read to find those of the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index webhook_message_due`.execute(db);
  await sql`create index webhook_message_due on webhook_message (webhook_id, next_at) where next_at is not null`.execute(db);
}

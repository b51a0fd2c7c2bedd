import { type Kysely, sql } from 'kysely';

/** A device finds its printouts by their state, and then by time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index printout_of_device on printout (device_id, state, changed_at)`.execute(db);
}

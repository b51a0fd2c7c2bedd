import { type Kysely, sql } from 'kysely';

/** Finds the printouts of a subject, which decide whether another one is a copy. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create index printout_by_subject on printout (subject) where subject is not null').execute(db);
}

import { type Kysely, sql, type Transaction } from 'kysely';
import { isPostgres } from './migrations/dialect.ts';
import type { Schema } from './schema.ts';

/**
 * What is decided by looking first and writing then, where no constraint of the database could
 * decide it.
 */
export type Subject =
  | 'people'
  | 'settings'
  | 'guesses'
  | 'ceilings'
  | 'cards'
  | 'audit'
  | 'keys'
  | 'rotation'
  | 'readings'
  | 'list'
  | 'printing'
  | 'registers'
  | 'shifts'
  | 'books';

/**
 * Runs `work` in a transaction that no other about the same subject overlaps, on whichever server.
 * SQLite runs one transaction at a time anyway; on PostgreSQL two could look before either writes,
 * so they take a lock first, which ends with the transaction.
 */
export function exclusively<T>(
  db: Kysely<Schema>,
  subject: Subject,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await holdUntilEnd(tx, subject);
    return work(tx);
  });
}

/**
 * Lets no other transaction about a subject go on beside this one from here on, on whichever
 * server.
 */
export async function holdUntilEnd(tx: Transaction<Schema>, subject: Subject): Promise<void> {
  if (isPostgres(tx))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tillside ${subject}`}, 0))`.execute(tx);
}

/**
 * Lets others that say the same go on beside this one, and keeps those of {@link holdUntilEnd} out
 * until it ends.
 */
export async function shareUntilEnd(tx: Transaction<Schema>, subject: Subject): Promise<void> {
  if (isPostgres(tx))
    await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`tillside ${subject}`}, 0))`.execute(tx);
}

import { type Kysely, sql, type Transaction } from 'kysely';
import { isPostgres } from './migrations/dialect.ts';
import { prepared } from './prepared.ts';
import type { Schema } from './schema.ts';

/**
 * Subjects of decisions that read first and then write, and cannot be protected by a database
 * constraint.
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
  | 'books'
  | 'issued';

/**
 * Runs `work` in a transaction that overlaps with no other about the same subject, on any server.
 * SQLite runs one transaction at a time anyway. On PostgreSQL two transactions could read before
 * either writes, so each takes a lock first, which ends with the transaction.
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

/** Blocks all other transactions about a subject on any server until this transaction ends. */
export async function holdUntilEnd(tx: Transaction<Schema>, subject: Subject): Promise<void> {
  if (isPostgres(tx))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tillside ${subject}`}, 0))`.execute(tx);
}

/**
 * Allows concurrent holders of the same shared lock, and blocks {@link holdUntilEnd} until the
 * transaction ends. The lock is taken before the next statement of the transaction runs.
 */
export async function shareUntilEnd(tx: Transaction<Schema>, subject: Subject): Promise<void> {
  if (isPostgres(tx)) await share(tx, { name: `tillside ${subject}` });
}

const share = prepared(
  (db, of: { name: string }) =>
    db.selectNoFrom(sql`pg_advisory_xact_lock_shared(hashtextextended(${of.name}, 0))`.as('shared')),
  { isResultUnused: true },
);

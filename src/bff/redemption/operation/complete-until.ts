import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../../platform/store/migrations/dialect.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { BEGINS_WITHIN_MS } from './limits.ts';

/**
 * Returns the time before which no operation can be added any more, milliseconds UTC.
 *
 * An operation has the time of its request and becomes visible with its commit, which may wait, for
 * example for a standby. A list that a program reads page by page ends before the oldest of these,
 * so that its cursor never passes an operation that is about to appear.
 * @param now milliseconds UTC
 */
export async function completeUntil(db: Kysely<Schema>, now: number): Promise<number> {
  return now - BEGINS_WITHIN_MS - (isPostgres(db) ? await oldestWriteMs(db) : 0);
}

/** Returns the age of the oldest transaction that has written and not ended; 0 without one. */
async function oldestWriteMs(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from max(clock_timestamp() - xact_start)) * 1000)::float8 as ms from pg_stat_activity
    where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()`.execute(db);
  return Math.ceil(rows[0]?.ms ?? 0);
}

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { isPostgres } from './migrations/dialect.ts';
import type { Schema } from './schema.ts';
import { JOURNAL_FILE } from './sqlite.ts';

/**
 * PostgreSQL: the cluster, its timeline, and the database. A promoted replica and a copy that is
 * rolled forward begin timelines of their own.
 */
export const POSTGRES_LINEAGE = `select (select system_identifier from pg_control_system())
  || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
  || '/' || (select oid from pg_database where datname = current_database()) as lineage`;

/**
 * Returns an identifier that distinguishes the original place of a journal from every copy of it.
 * Within one lineage, confirmed data survives every crash; another lineage may lack a part of it.
 * @param directory of the embedded database
 * @returns null if it cannot be determined: a database in memory
 */
export async function lineageOf(db: Kysely<Schema>, directory: string): Promise<string | null> {
  if (isPostgres(db)) {
    const { rows } = await sql<{ lineage: string }>`${sql.raw(POSTGRES_LINEAGE)}`.execute(db);
    return rows[0]?.lineage ?? null;
  }
  const file =
    directory === ':memory:' ? undefined : statSync(join(directory, JOURNAL_FILE), { throwIfNoEntry: false });
  return file === undefined ? null : `sqlite/${file.ino}`;
}

/**
 * Returns the lineage recorded at the last write of the journal; null for none. On PostgreSQL, a
 * row restored from a dump names a transaction that did not write it, and counts as a lineage that
 * equals no other.
 */
export async function notedLineage(db: Kysely<Schema>): Promise<string | null> {
  if (!isPostgres(db)) {
    const row = await db.selectFrom('setting').select('value').where('name', '=', 'lineage').executeTakeFirst();
    return row?.value ?? null;
  }
  const { rows } = await sql<{ value: string; xmin: string }>`
    select value, xmin::text as xmin from setting where name = 'lineage'`.execute(db);
  const [row] = rows;
  return row === undefined ? null : row.value.replace(`${BY}${row.xmin}`, '');
}

/** Precedes the transaction that wrote the row. */
const BY = ' by ';

export async function noteLineage(db: Kysely<Schema>, lineage: string): Promise<void> {
  const value = isPostgres(db) ? sql<string>`${lineage} || ${BY} || pg_current_xact_id()::xid::text` : lineage;
  await db
    .insertInto('setting')
    .values({ name: 'lineage', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: (row) => row.ref('excluded.value') }))
    .execute();
}

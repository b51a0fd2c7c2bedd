import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { isPostgres } from './migrations/dialect.ts';
import type { Schema } from './schema.ts';
import { JOURNAL_FILE } from './sqlite.ts';

/**
 * PostgreSQL: which cluster, which of its histories, which database and table. A replica that is
 * promoted begins a history of its own, and so does a copy that is rolled forward; a dump that is
 * put back makes tables anew.
 */
export const POSTGRES_LINEAGE = `select (select system_identifier from pg_control_system())
  || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
  || '/' || (select oid from pg_database where datname = current_database()) as lineage`;

/**
 * What tells the place in which a journal was written from every copy of it. Within one lineage the
 * database itself keeps what it has confirmed, through every crash; of another one nobody knows how
 * much of it came along.
 * @param directory of the embedded database
 * @returns null where there is nothing to tell by: a database in memory
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

/** The lineage under which the journal was written last, as it says itself; null for none. */
export async function notedLineage(db: Kysely<Schema>): Promise<string | null> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', 'lineage').executeTakeFirst();
  return row?.value ?? null;
}

export async function noteLineage(db: Kysely<Schema>, lineage: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name: 'lineage', value: lineage })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: lineage }))
    .execute();
}

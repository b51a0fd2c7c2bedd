import { type Kysely, PostgresAdapter, sql } from 'kysely';

export function isPostgres<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Makes the database itself refuse to change or delete rows of a table. */
export async function makeAppendOnly<T>(db: Kysely<T>, table: string): Promise<void> {
  if (isPostgres(db)) {
    await sql`create or replace function refuse_change() returns trigger language plpgsql as $$
      begin raise exception '% is append-only', tg_table_name; end $$`.execute(db);
    await sql`create trigger ${sql.id(`${table}_append_only`)}
      before update or delete or truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db);
    return;
  }
  for (const change of ['update', 'delete']) {
    await sql`create trigger ${sql.id(`${table}_no_${change}`)} before ${sql.raw(change)} on ${sql.table(table)}
      begin select raise(abort, ${sql.lit(`${table} is append-only`)}); end`.execute(db);
  }
}

/**
 * Allows changes of a table until {@link makeAppendOnly} forbids them again: for a migration, which
 * is a transaction. @returns the engine
 */
export async function liftAppendOnly<T>(db: Kysely<T>, table: string): Promise<'sqlite' | 'postgres'> {
  if (isPostgres(db)) {
    await sql`drop trigger ${sql.id(`${table}_append_only`)} on ${sql.table(table)}`.execute(db);
    return 'postgres';
  }
  for (const change of ['update', 'delete']) await sql`drop trigger ${sql.id(`${table}_no_${change}`)}`.execute(db);
  return 'sqlite';
}

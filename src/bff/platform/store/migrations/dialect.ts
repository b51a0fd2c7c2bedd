import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { EVERY_SHOP, SHOP_SETTING } from '../visible-shop.ts';

export function isPostgres<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

export async function hasTable<T>(db: Kysely<T>, name: string): Promise<boolean> {
  const found = isPostgres(db)
    ? sql`select 1 where to_regclass(${name}) is not null`
    : sql`select 1 from sqlite_master where type = 'table' and name = ${name}`;
  return (await found.execute(db)).rows.length > 0;
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
 * Allows changes of a table until {@link makeAppendOnly} forbids them again, in a transaction: only
 * a migration or the erasure of a person calls it. @returns the engine
 */
export async function liftAppendOnly<T>(db: Kysely<T>, table: string): Promise<'sqlite' | 'postgres'> {
  if (isPostgres(db)) {
    await sql`drop trigger ${sql.id(`${table}_append_only`)} on ${sql.table(table)}`.execute(db);
    return 'postgres';
  }
  for (const change of ['update', 'delete']) await sql`drop trigger ${sql.id(`${table}_no_${change}`)}`.execute(db);
  return 'sqlite';
}

/**
 * Makes PostgreSQL itself hide the rows of other shops, and refuse changes of them, in every table
 * with a column `shop`. A migration that adds such a table calls it again.
 *
 * A session without the setting gets an error rather than no rows: an older server, or a program
 * that copies the database, must not take the journal for empty. The value is read once for each
 * statement, not for each row.
 */
export async function isolateShops<T>(db: Kysely<T>): Promise<void> {
  if (!isPostgres(db)) return;
  const visible = sql`(select current_setting(${sql.lit(SHOP_SETTING)}))`;
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relforcerowsecurity
      and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'shop' and not attisdropped)
    `.execute(db);
  for (const { name } of rows) {
    const table = sql.table(name);
    await sql`alter table ${table} enable row level security, force row level security`.execute(db);
    await sql`create policy of_shop on ${table}
      using (shop = ${visible} or ${visible} = ${sql.lit(EVERY_SHOP)})`.execute(db);
  }
}

/**
 * Lets the shops of an account read, and not change, one another's rows in these tables on
 * PostgreSQL.
 */
export async function shareWithinAccount<T>(db: Kysely<T>, tables: readonly string[]): Promise<void> {
  if (!isPostgres(db)) return;
  const visible = sql`(select current_setting(${sql.lit(SHOP_SETTING)}))`;
  for (const name of tables) {
    await sql`create policy of_account on ${sql.table(name)} for select
      using (shop = any (array(select other.id from shop as other join shop as own on own.account = other.account
        where own.id = ${visible})))`.execute(db);
  }
}

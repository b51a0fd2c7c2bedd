import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../store/migrations/dialect.ts';
import type { Schema } from '../store/schema.ts';

/** What is in a database, before anything is changed in it. */
export interface BegunDatabase {
  /**
   * Whether a server has begun a journal there.
   *
   * Tables alone are none: a first start may have been cut off after making them.
   */
  readonly begun: boolean;
  /** Random id of the journal; null for none. */
  readonly id: string | null;
}

/** A database in which nobody has begun. */
export const NOT_BEGUN: BegunDatabase = { begun: false, id: null };

/** Looks whether and which journal is in a database; changes nothing. */
export async function lookForJournal(db: Kysely<Schema>): Promise<BegunDatabase> {
  const settings = (await hasTable(db)) ? await db.selectFrom('setting').selectAll().execute() : [];
  const valueOf = (wanted: Schema['setting']['name']) => settings.find(({ name }) => name === wanted)?.value ?? null;
  const begun = valueOf('key-mark') !== null;
  return { begun, id: begun ? valueOf('journal-id') : null };
}

/**
 * The id of the journal in this database. The first server to ask gives it one.
 * @param proposed taken where there is none yet
 */
export async function takeJournalId(db: Kysely<Schema>, proposed: string): Promise<string> {
  await db
    .insertInto('setting')
    .values({ name: 'journal-id', value: proposed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'journal-id')
    .executeTakeFirstOrThrow();
  return value;
}

async function hasTable(db: Kysely<Schema>): Promise<boolean> {
  const found = isPostgres(db)
    ? sql`select 1 where to_regclass('setting') is not null`
    : sql`select 1 from sqlite_master where type = 'table' and name = 'setting'`;
  return (await found.execute(db)).rows.length > 0;
}

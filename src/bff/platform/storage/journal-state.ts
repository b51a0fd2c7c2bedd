import type { Kysely } from 'kysely';
import { hasTable } from '../store/migrations/dialect.ts';
import type { Schema } from '../store/schema.ts';

export interface JournalState {
  /**
   * True if a server has created a journal in the database. Tables alone do not count, because a
   * first start may have been interrupted after creating them.
   */
  readonly begun: boolean;
  /** Random id of the journal; null for none. */
  readonly id: string | null;
}

export const NO_JOURNAL: JournalState = { begun: false, id: null };

/** Checks which journal, if any, is in a database; changes nothing. */
export async function findJournal(db: Kysely<Schema>): Promise<JournalState> {
  const settings = (await hasTable(db, 'setting')) ? await db.selectFrom('setting').selectAll().execute() : [];
  const valueOf = (setting: Schema['setting']['name']) => settings.find(({ name }) => name === setting)?.value ?? null;
  const hasJournal = valueOf('key-mark') !== null;
  return { begun: hasJournal, id: hasJournal ? valueOf('journal-id') : null };
}

/**
 * Returns the id of the journal in this database. The first server to call this sets it.
 * @param proposed the id of a journal without an id
 */
export async function ensureJournalId(db: Kysely<Schema>, proposed: string): Promise<string> {
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

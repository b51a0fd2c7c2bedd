import { type Kysely, type Migration, Migrator } from 'kysely';
import * as people from './migrations/0001-people.ts';
import * as tenders from './migrations/0002-tenders.ts';
import type { Schema } from './schema.ts';

/** Numbered, in order, never edited after they were released. */
const MIGRATIONS: Record<string, Migration> = { '0001-people': people, '0002-tenders': tenders };

/**
 * Brings the database to this program's version, each step in a transaction of its own.
 * @throws Error when a step fails, or when the database was written by a newer program
 */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error) throw new Error(`The database could not be brought to this version: ${error.message}`, { cause: error });
  if (error !== undefined) throw new Error('The database could not be brought to this version');
}

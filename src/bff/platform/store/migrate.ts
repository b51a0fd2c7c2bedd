import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { FEATURE_MIGRATIONS } from '../../../features/tables.ts';
import * as baseline from './migrations/0001-baseline.ts';
import * as sales from './migrations/0002-sales.ts';
import * as tills from './migrations/0003-tills.ts';
import * as managers from './migrations/0005-managers.ts';
import { isPostgres } from './migrations/dialect.ts';
import type { Schema } from './schema.ts';

/** Numbered, in order, and never edited after their release. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-baseline': baseline,
  '0002-sales': sales,
  '0003-tills': tills,
  '0005-managers': managers,
  ...FEATURE_MIGRATIONS,
};

/**
 * Migrates the database to this program's version, all missing steps in one transaction.
 * @param migrations those of this program; tests have others
 * @throws Error if a step fails, or if a newer program wrote the database, which is then unchanged
 */
export async function migrate(db: Kysely<Schema>, migrations: Record<string, Migration> = MIGRATIONS): Promise<void> {
  if (isPostgres(db)) return run(db, migrations);
  /* The migrator uses no transaction for SQLite, although SQLite can undo these changes too: an
     interruption would leave half a version. */
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    try {
      await run(connection, migrations);
      await sql`commit`.execute(connection);
    } catch (error) {
      await sql`rollback`.execute(connection);
      throw error;
    }
  });
}

/** True if a PostgreSQL database has every step of this program and none of a newer one. */
export async function isOfThisVersion(db: Kysely<Schema>): Promise<boolean> {
  const { rows: tables } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db);
  if (tables.length === 0) return false;
  return (await migrationsOf(db)).join() === Object.keys(MIGRATIONS).toSorted().join();
}

/** The steps that a database has, in order. */
export async function migrationsOf(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function run(db: Kysely<Schema>, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error)
    throw new Error(`The database could not be brought to this version: ${describeFailure(error)}`, { cause: error });
  if (error !== undefined) throw new Error('The database could not be brought to this version');
}

function describeFailure({ message }: Error): string {
  const [, newer] = /previously executed migration (\S+) is missing/.exec(message) ?? [];
  return newer === undefined
    ? message
    : `a newer version of Tillside has written it (${newer}): install that version again`;
}

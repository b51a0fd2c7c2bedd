import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { KeyRing } from '../base/keys.ts';
import { createLogger } from '../base/logging.ts';
import type { Config } from '../config/config.ts';
import { assertSupportedVersion } from '../store/migrate.ts';
import { openPostgres } from '../store/postgres.ts';
import type { Schema } from '../store/schema.ts';
import { JOURNAL_FILE, openSqlite } from '../store/sqlite.ts';
import { loadDataKey } from './data-key.ts';
import { openKeys } from './key-ring.ts';

/**
 * Opens the existing database of a shop, for a command that may run next to a server.
 * @param table a table that the command requires
 * @throws Error with a message for the user: no journal, another version, another key
 */
export async function openExisting(
  config: Config,
  table: keyof Schema,
): Promise<{ db: Kysely<Schema>; keys: KeyRing }> {
  const db = await openDatabase(config);
  try {
    await assertSupportedVersion(db);
    const tables = await db.introspection.getTables();
    if (!tables.some(({ name }) => name === table)) throw new Error('There is no journal yet: start the server once');
    return { db, keys: await openKeys(db, config.dataKey ?? loadDataKey(config.dataDir, true)) };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Opens the configured database. @throws Error with a message if it does not exist */
export async function openDatabase({ databaseUrl, dataDir }: Config): Promise<Kysely<Schema>> {
  if (databaseUrl !== null) return openPostgres({ url: databaseUrl, log: createLogger('silent') });
  const file = join(dataDir, JOURNAL_FILE);
  if (!existsSync(file))
    throw new Error(`There is no journal at ${file}: use the DATA_DIR or DATABASE_URL of the server`);
  return openSqlite(dataDir);
}

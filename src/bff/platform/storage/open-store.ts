import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Ports } from '../audit/ports.ts';
import type { Random } from '../base/ports.ts';
import type { Config } from '../config/config.ts';
import type { FilesLost } from '../store/journal-files.ts';
import { countLivingServers, registerServer } from '../store/live-servers.ts';
import { assertSupportedVersion, isOfThisVersion, migrate } from '../store/migrate.ts';
import { type Fence, openPostgres } from '../store/postgres.ts';
import { openReadingThread } from '../store/reading-thread.ts';
import type { Schema } from '../store/schema.ts';
import type { Servers } from '../store/servers.ts';
import { lockDataFolder } from '../store/single-server.ts';
import { isEmptyJournal, JOURNAL_FILE, openSqlite } from '../store/sqlite.ts';
import { describeOpenFailure } from '../store/sqlite-errors.ts';
import { findJournal, type JournalState, NO_JOURNAL } from './journal-state.ts';
import { LONG_QUERY_MAX_MS, MIGRATION_MS } from './limits.ts';

/** The database of this server, at this program's version, and the other servers that use it. */
export interface Store extends Pick<Ports, 'db' | 'reads' | 'servers'> {
  readonly kind: 'sqlite' | 'postgres';
  readonly setting: 'DATA_DIR' | 'DATABASE_URL';
  close(): Promise<void>;
}

export interface StoreOptions extends Pick<Ports, 'clock' | 'random' | 'log'> {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl'>;
  /**
   * Receives the state of the database before any change, and throws if this server must not use
   * it.
   */
  readonly check: (found: JournalState) => void;
  /** Called before a journal of an older version is migrated. If it rejects, nothing is changed. */
  readonly beforeMigration?: () => Promise<void>;
  /**
   * Called if a copy of the journal answers that differs from the opened one. The store has to be
   * opened again.
   */
  readonly onOther?: () => void;
}

const READING_CONNECTIONS = 2;

/**
 * Opens PostgreSQL if `DATABASE_URL` is set, else SQLite in the data folder, and migrates it to
 * this version.
 * @throws Error with a message for the operator
 */
export async function openStore({ config, ...options }: StoreOptions): Promise<Store> {
  return config.databaseUrl === null ? openEmbedded(config.dataDir, options) : openShared(config.databaseUrl, options);
}

function journalLost(why: FilesLost, savedAs: string | null): string {
  const saved =
    savedAs === null
      ? 'what was confirmed could not be saved'
      : `everything that was confirmed was saved in ${savedAs}`;
  return (
    `the files of the journal were ${why} while the server was running: redeeming has stopped until a restart; ` + saved
  );
}

async function openEmbedded(directory: string, options: Omit<StoreOptions, 'config'>): Promise<Store> {
  const { random, check, log } = options;
  const servers = lockFolder(directory, random);
  try {
    // SQLite deletes the log of an empty database file, which may be all that is left of a journal,
    // so the check comes before opening the file.
    if (isEmptyJournal(directory)) check(NO_JOURNAL);
    const db = openSqlite(directory, (why, savedAs) => log.error({}, journalLost(why, savedAs)));
    await bringUp(db, options).catch(async (error: unknown) => {
      await db.destroy();
      throw error;
    });
    return storeOf(
      'sqlite',
      { db, reads: directory === ':memory:' ? db : openReadingThread(join(directory, JOURNAL_FILE)) },
      servers,
    );
  } catch (error) {
    await servers.close();
    throw explainError(error, directory);
  }
}

function explainError(error: unknown, directory: string): unknown {
  const why = describeOpenFailure(error, directory);
  return why === null ? error : new Error(why, { cause: error });
}

function lockFolder(directory: string, random: Random): Servers {
  try {
    return lockDataFolder(directory, random);
  } catch (error) {
    throw explainError(error, directory);
  }
}

async function openShared(
  url: string,
  { clock, random, log, check, beforeMigration, onOther }: Omit<StoreOptions, 'config'>,
): Promise<Store> {
  const fence: Fence = { lineage: null, onOther: onOther ?? (() => undefined) };
  const db = await openPostgres({ url, log, fence });
  let reads = db;
  try {
    const found = await findJournal(db);
    check(found);
    /* Servers of this version register after the migration, so the version is read after them. */
    const otherServers = await countLivingServers(db);
    if (!(await isOfThisVersion(db))) {
      await assertSupportedVersion(db);
      if (found.begun && otherServers > 0)
        throw new Error(
          'Servers of an older version still use the database of DATABASE_URL. Stop all of them, then start this ' +
            'version, which upgrades the journal',
        );
      if (found.begun) await beforeMigration?.();
      const changing = await openPostgres({ url, log, statementMs: MIGRATION_MS, fence });
      await migrate(changing).finally(() => changing.destroy());
    }
    reads = await openPostgres({ url, log, statementMs: LONG_QUERY_MAX_MS, connections: READING_CONNECTIONS, fence });
    return storeOf('postgres', { db, reads }, await registerServer({ url, db, clock, random, log }));
  } catch (error) {
    await Promise.all([db.destroy(), reads !== db && reads.destroy()]);
    throw error;
  }
}

async function bringUp(
  db: Kysely<Schema>,
  { check, beforeMigration }: Pick<StoreOptions, 'check' | 'beforeMigration'>,
): Promise<void> {
  const found = await findJournal(db);
  check(found);
  await assertSupportedVersion(db);
  if (found.begun && !(await isOfThisVersion(db))) await beforeMigration?.();
  await migrate(db);
}

function storeOf(kind: Store['kind'], { db, reads }: Pick<Store, 'db' | 'reads'>, servers: Servers): Store {
  return {
    kind,
    setting: kind === 'sqlite' ? 'DATA_DIR' : 'DATABASE_URL',
    db,
    reads,
    servers,
    async close() {
      await servers.close();
      if (reads !== db) await reads.destroy();
      await db.destroy();
    },
  };
}

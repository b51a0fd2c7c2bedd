import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { Kysely, type LimitNode, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, ValueNode } from 'kysely';
import { type FilesLost, NO_FILES, watchJournalFiles } from './journal-files.ts';
import { BUSY_MS } from './limits.ts';
import type { Schema } from './schema.ts';
import { createSqliteDriver, type SqliteConnections } from './sqlite-driver.ts';

/** `PRAGMA synchronous` level that makes every commit reach the disk before it returns. */
const FULL = 2;

/**
 * Pages (16 MB) in the log before they are moved to the database file together, so that a page that
 * changed often is written once.
 */
const LOG_PAGES = 4_000;

/**
 * Memory for pages, KiB. Indexes are ordered by shop, so the newest rows of shops are far apart:
 * with the usual 2 MB, 100 busy shops read most of them again from the file.
 */
const CACHED_KIB = 32_000;

export const JOURNAL_FILE = 'tillside.sqlite';

/** True if the file of the embedded database is missing or empty, checked without opening it. */
export function isEmptyJournal(directory: string): boolean {
  return (statSync(join(directory, JOURNAL_FILE), { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** Receives the name of the file with the saved data of the open file; null if saving failed. */
export type OnLost = (why: FilesLost, savedAs: string | null) => void;

/**
 * Opens (or creates) the embedded database. Every commit is fsynced: these builds of SQLite default
 * to less in WAL mode, so the setting is verified.
 * @param directory folder of the database file, created if missing; `:memory:` for tests that need
 * no disk
 * @param onLost called once if its files are deleted, replaced or truncated while it is open
 * @throws Error if the folder cannot be written or the setting has no effect
 */
export function openSqlite(directory: string, onLost: OnLost = () => undefined): Kysely<Schema> {
  const isInMemory = directory === ':memory:';
  if (!isInMemory) mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = isInMemory ? directory : join(directory, JOURNAL_FILE);
  const writer = openConnection(file, [
    'journal_mode = WAL',
    `synchronous = ${FULL}`,
    'foreign_keys = ON',
    `wal_autocheckpoint = ${LOG_PAGES}`,
    `cache_size = -${CACHED_KIB}`,
  ]);
  const level: unknown = writer.prepare('PRAGMA synchronous').get();
  if (!isRow(level) || level['synchronous'] !== FULL)
    throw new Error('SQLite does not support PRAGMA synchronous = FULL: refusing to run');
  const reader = isInMemory ? null : openConnection(file, ['query_only = ON']);
  const onFilesLost = (why: FilesLost) => void rescue(writer, directory, why, onLost);
  const files = reader === null ? NO_FILES : watchJournalFiles(file, createLoggedBytes(reader), onFilesLost);
  return sqliteOn({ writer, reader, files });
}

/** A handle on connections that are open already. */
export function sqliteOn(connections: SqliteConnections): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => createSqliteDriver(connections),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new PlannedOnce(),
    },
  });
}

/**
 * Saves the data of the open file to the same folder, readable by its owner only, once no
 * transaction runs.
 */
async function rescue(writer: DatabaseSyncInstance, directory: string, why: FilesLost, onLost: OnLost): Promise<void> {
  while (writer.isOpen && writer.isTransaction) await new Promise((resolve) => setTimeout(resolve, 10));
  if (!writer.isOpen) return onLost(why, null);
  const path = join(directory, `rescued-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.sqlite`);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
    writer.prepare('vacuum into ?').run(path);
    onLost(why, path);
  } catch {
    rmSync(path, { force: true });
    onLost(why, null);
  }
}

const LOG_HEADER_BYTES = 32;
const PAGE_HEADER_BYTES = 24;

/**
 * Returns a function for the size of the log with all data that SQLite reads from it. The number of
 * pages comes from SQLite: if this process opened and closed the log's index, it would lose its
 * locks on it.
 */
function createLoggedBytes(reader: DatabaseSyncInstance): () => number {
  const page = reader.prepare('PRAGMA page_size').get() as { page_size: number };
  const checkpointNothing = reader.prepare('PRAGMA wal_checkpoint(NOOP)');
  return () => {
    const { log: pages } = checkpointNothing.get() as { log: number };
    return pages > 0 ? LOG_HEADER_BYTES + pages * (PAGE_HEADER_BYTES + page.page_size) : 0;
  };
}

/**
 * Writes a limit into the statement. For a bound value, SQLite plans the whole statement again for
 * each value: five times the cost of the query itself.
 */
class PlannedOnce extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    if (!ValueNode.is(limit) || typeof limit.value !== 'number') return super.visitLimit(node);
    this.append(`limit ${limit.value}`);
  }
}

function openConnection(file: string, pragmas: readonly string[]): DatabaseSyncInstance {
  const database = new DatabaseSync(file);
  for (const pragma of [`busy_timeout = ${BUSY_MS}`, ...pragmas, 'trusted_schema = OFF'])
    database.exec(`PRAGMA ${pragma}`);
  return database;
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { Kysely, type LimitNode, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, ValueNode } from 'kysely';
import { type FilesLost, NO_FILES, watchJournalFiles } from './journal-files.ts';
import type { Schema } from './schema.ts';
import { createSqliteDriver } from './sqlite-driver.ts';

/** `PRAGMA synchronous` level at which every commit reaches the disk before it answers. */
const FULL = 2;

/**
 * Pages that the log may hold before they are put where they belong, all at once: a page that
 * changed often is written once. 16 MB.
 */
const LOG_PAGES = 4_000;

/**
 * How long a program that holds the file is waited for.
 *
 * Nothing else is answered meanwhile, so it is short.
 */
const BUSY_MS = 250;

/** Name of the database file in its folder. */
export const JOURNAL_FILE = 'tillside.sqlite';

/**
 * Whether the file of the embedded database is missing or holds nothing, told without opening it.
 */
export function isEmptyJournal(directory: string): boolean {
  return (statSync(join(directory, JOURNAL_FILE), { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** Where all that the open file still had was saved; null if it could not be. */
export type OnLost = (why: FilesLost, savedAs: string | null) => void;

/**
 * Opens (or makes) the embedded database. Every commit is fsynced: these builds default to less in
 * WAL mode, so the setting is read back.
 * @param directory folder of the database file, made when missing; `:memory:` for tests that need
 * no disk
 * @param onLost is called once if its files are deleted, replaced or truncated while it is open
 * @throws Error when the folder cannot be written or the setting does not hold
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
  ]);
  const level: unknown = writer.prepare('PRAGMA synchronous').get();
  if (!isRow(level) || level['synchronous'] !== FULL)
    throw new Error('SQLite does not keep PRAGMA synchronous = FULL: refusing to run');
  const reader = isInMemory ? null : openConnection(file, ['query_only = ON']);
  const files = isInMemory ? NO_FILES : watchJournalFiles(file, (why) => void rescue(writer, directory, why, onLost));
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => createSqliteDriver({ writer, reader, files }),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new PlannedOnce(),
    },
  });
}

/**
 * Saves what the open file still has beside it, for its owner alone, once no transaction is under
 * way.
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
    onLost(why, null);
  }
}

/**
 * Writes a limit into the statement. SQLite looks at the value of one that is bound, and plans the
 * whole statement anew each time that it is given: five times what the question itself takes.
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

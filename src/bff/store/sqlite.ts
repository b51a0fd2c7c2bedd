import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import type { Schema } from './schema.ts';

/** `PRAGMA synchronous` level at which every commit reaches the disk before it answers. */
const FULL = 2;

/** Name of the database file in its folder. */
export const JOURNAL_FILE = 'tillside.sqlite';

/** Whether the file of the embedded database is missing or holds nothing, told without opening it. */
export function isEmptyJournal(directory: string): boolean {
  return (statSync(join(directory, JOURNAL_FILE), { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/**
 * Opens (or makes) the embedded database. Every commit is fsynced: these builds default to less in WAL mode, so the setting is read back.
 * @param directory folder of the database file, made when missing; `:memory:` for tests that need no disk
 * @throws Error when the folder cannot be written or the setting does not hold
 */
export function openSqlite(directory: string): Kysely<Schema> {
  if (directory !== ':memory:') mkdirSync(directory, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(directory === ':memory:' ? directory : join(directory, JOURNAL_FILE));
  for (const pragma of [
    'journal_mode = WAL',
    `synchronous = ${FULL}`,
    'foreign_keys = ON',
    'busy_timeout = 5000',
    'trusted_schema = OFF',
  ]) {
    database.exec(`PRAGMA ${pragma}`);
  }
  const level: unknown = database.prepare('PRAGMA synchronous').get();
  if (!isRow(level) || level['synchronous'] !== FULL) throw new Error('SQLite does not keep PRAGMA synchronous = FULL: refusing to run');
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: adapt(database) }) });
}

/** Statements kept prepared: the program has far fewer texts than this, lists of varying length apart. */
const STATEMENTS_MAX = 200;

/** Kysely expects the shape of better-sqlite3; `node:sqlite`'s differs in how parameters are passed and how readers are told. */
function adapt(database: DatabaseSyncInstance): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (text) => {
      const known = prepared.get(text);
      if (known) return known;
      if (prepared.size >= STATEMENTS_MAX) prepared.clear();
      const statement = prepare(database, text);
      prepared.set(text, statement);
      return statement;
    },
  };
}

function prepare(database: DatabaseSyncInstance, text: string): SqliteStatement {
  const statement = database.prepare(text);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters),
    run: (parameters) => statement.run(...parameters),
    iterate: (parameters) => statement.iterate(...parameters),
  };
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

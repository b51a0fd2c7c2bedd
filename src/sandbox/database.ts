import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

/** `PRAGMA synchronous` level with which every commit reaches the disk before it returns. */
const FULL = 2;
const SETTINGS = [
  'journal_mode = WAL',
  `synchronous = ${FULL}`,
  'foreign_keys = ON',
  'busy_timeout = 5000',
  'trusted_schema = OFF',
];

type Parameter = string | number | null;

/** SQLite with the few calls that the ledger makes; statements are prepared once. */
export interface Database {
  run(text: string, ...parameters: Parameter[]): void;
  insert(table: string, row: object): void;
  /** The first row, or undefined; the query defines its shape. */
  get(text: string, ...parameters: Parameter[]): unknown;
  all(text: string, ...parameters: Parameter[]): unknown[];
  /** All of `work` or nothing, durable when it returns. A nested call joins the outer one. */
  atomically<T>(work: () => T): T;
  close(): void;
}

/**
 * Opens (or creates) the database file and applies the schema.
 * @param directory folder of the file, created if missing; `:memory:` for tests that need no disk
 * @throws Error if the folder cannot be written or commits would not be durable
 */
export function openLedgerDatabase(directory: string, schema: string): Database {
  if (directory !== ':memory:') mkdirSync(directory, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(directory === ':memory:' ? directory : join(directory, 'ledger.sqlite'));
  for (const setting of SETTINGS) database.exec(`PRAGMA ${setting}`);
  const level = database.prepare('PRAGMA synchronous').get() as { synchronous: number };
  if (level.synchronous !== FULL) throw new Error('SQLite does not support PRAGMA synchronous = FULL: refusing to run');
  database.exec(schema);

  const statements = new Map<string, ReturnType<typeof database.prepare>>();
  const prepared = (text: string) => {
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    return statement;
  };

  return {
    run: (text, ...parameters) => void prepared(text).run(...parameters),
    insert: (table, row) => {
      const columns = Object.keys(row).map((key) => `"${key}"`);
      const text = `insert into "${table}" (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
      prepared(text).run(...(Object.values(row) as Parameter[]));
    },
    get: (text, ...parameters) => prepared(text).get(...parameters) as unknown,
    all: (text, ...parameters) => prepared(text).all(...parameters) as unknown[],
    atomically: (work) => {
      if (database.isTransaction) return work();
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => {
      statements.clear();
      database.close();
    },
  };
}

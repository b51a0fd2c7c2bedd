import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import sqlite3InitModule, { type SqlValue } from '@sqlite.org/sqlite-wasm';

/**
 * A database in memory, of the version of SQLite that servers have, which reports the steps of every
 * statement: the instructions of SQLite's virtual machine, the same on every machine.
 */
export async function openCountingSqlite(onSteps: (steps: number, text: string) => void): Promise<DatabaseSyncInstance> {
  const { capi, oo1 } = await sqlite3InitModule();
  const db = new oo1.DB(':memory:');
  const prepare = (text: string) => {
    const statement = db.prepare(text);
    const run = (values: readonly unknown[]) => {
      const rows: Record<string, unknown>[] = [];
      try {
        if (values.length > 0) statement.bind([...values] as SqlValue[]);
        while (statement.step()) rows.push(statement.get({}));
      } finally {
        onSteps(capi.sqlite3_stmt_status(statement, capi.SQLITE_STMTSTATUS_VM_STEP, 1), text);
        statement.reset(true);
      }
      return rows;
    };
    return {
      columns: () => (statement.columnCount > 0 ? statement.getColumnNames() : []),
      all: (...values: unknown[]) => run(values),
      get: (...values: unknown[]) => run(values)[0],
      run(...values: unknown[]) {
        run(values);
        return { changes: db.changes(), lastInsertRowid: capi.sqlite3_last_insert_rowid(db) };
      },
    };
  };
  const database = {
    prepare,
    exec: (text: string) => db.exec(text),
    close: () => db.close(),
    get isTransaction() {
      return capi.sqlite3_get_autocommit(db) === 0;
    },
    get isOpen() {
      return db.isOpen();
    },
  };
  database.exec('PRAGMA foreign_keys = ON');
  return database as unknown as DatabaseSyncInstance;
}

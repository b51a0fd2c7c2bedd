import { type IDBPDatabase, openDB } from 'idb';
import { storageName } from './in-frame.ts';

/** Runs `use` on a database of this device, and retries once if the browser lost the connection. */
export type UseDatabase = <T>(use: (database: IDBPDatabase) => Promise<T>) => Promise<T>;

/**
 * Names of the errors that browsers report after losing the connection, even in mid-transaction.
 */
const LOST: readonly string[] = ['InvalidStateError', 'UnknownError', 'AbortError', 'TransactionInactiveError'];

/** Opens a database on first use, and again after its connection was lost. */
export function openDeviceDatabase(name: string, upgrade: (database: IDBPDatabase) => void): UseDatabase {
  let opened: Promise<IDBPDatabase> | null = null;

  async function attempt<T>(use: (database: IDBPDatabase) => Promise<T>): Promise<T> {
    opened ??= openDB(storageName(name), 1, { upgrade, terminated: () => (opened = null) });
    const connection = opened;
    try {
      return await use(await connection);
    } catch (error) {
      if (opened === connection) opened = null;
      connection.then(
        (database) => database.close(),
        // The database was never open.
        () => undefined,
      );
      throw error;
    }
  }

  return (use) =>
    attempt(use).catch((error: unknown) => {
      if (error instanceof DOMException && LOST.includes(error.name)) return attempt(use);
      throw error;
    });
}

import { type IDBPDatabase, openDB } from 'idb';
import { ownName } from './in-frame.ts';

/** Uses a database of this device, and tries once more if the browser lost the connection. */
export type UseDatabase = <T>(use: (database: IDBPDatabase) => Promise<T>) => Promise<T>;

/** How browsers name the loss of a connection, also in the middle of a transaction. */
const LOST: readonly string[] = ['InvalidStateError', 'UnknownError', 'AbortError', 'TransactionInactiveError'];

/** Opens a database when it is first used, and anew after its connection was lost. */
export function openDeviceDatabase(name: string, upgrade: (database: IDBPDatabase) => void): UseDatabase {
  let opened: Promise<IDBPDatabase> | null = null;

  async function attempt<T>(use: (database: IDBPDatabase) => Promise<T>): Promise<T> {
    opened ??= openDB(ownName(name), 1, { upgrade, terminated: () => (opened = null) });
    const connection = opened;
    try {
      return await use(await connection);
    } catch (error) {
      if (opened === connection) opened = null;
      connection.then(
        (database) => database.close(),
        // It was never open.
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

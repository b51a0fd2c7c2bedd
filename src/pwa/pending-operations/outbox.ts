import type * as z from 'zod/mini';
import { openDeviceDatabase, type UseDatabase } from '../api/database.ts';
import type { PendingOperation } from './pending-operation.ts';

/** Operations that this device must not lose yet. All tabs of the device share it. */
export interface OperationOutbox<W extends PendingOperation> {
  /** Resolves when the operation is on the disk; only then may it be sent. */
  readonly save: (operation: W) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Oldest first. */
  readonly operations: () => Promise<W[]>;
}

/**
 * Opens an outbox with a database of its own, so that no shared database is upgraded while another
 * tab uses it.
 */
export function openOperationOutbox<W extends PendingOperation>(
  database: string,
  store: string,
  schema: z.ZodMiniType<W>,
): OperationOutbox<W> {
  return createOperationOutbox(
    openDeviceDatabase(database, (db) => void db.createObjectStore(store, { keyPath: 'id' })),
    store,
    schema,
  );
}

const outboxes: OperationOutbox<PendingOperation>['operations'][] = [];

/** The number of operations in all outboxes that this page has opened. */
export async function countPending(): Promise<number> {
  const operations = await Promise.all(outboxes.map((read) => read()));
  return operations.flat().length;
}

/** An outbox in one store of a database, whose key path is the operation's id. */
export function createOperationOutbox<W extends PendingOperation>(
  within: UseDatabase,
  store: string,
  schema: z.ZodMiniType<W>,
): OperationOutbox<W> {
  const outbox: OperationOutbox<W> = {
    save: (operation) =>
      within(async (db) => {
        const transaction = db.transaction(store, 'readwrite', { durability: 'strict' });
        await Promise.all([transaction.store.put(operation), transaction.done]);
      }),
    remove: (id) => within((db) => db.delete(store, id)),
    operations: async () => {
      const stored: unknown[] = await within((db) => db.getAll(store));
      return stored.map((one) => schema.parse(one)).sort((a, b) => a.savedAt - b.savedAt);
    },
  };
  outboxes.push(outbox.operations);
  return outbox;
}

import * as z from 'zod/mini';
import { openDeviceDatabase, type UseDatabase } from '../api/database.ts';
import { isOfPageShop, pageShop } from '../api/page-shop.ts';
import type { PendingOperation } from './pending-operation.ts';

/** Operations that this device must not lose yet. All tabs of the device share it. */
export interface OperationOutbox<W extends PendingOperation> {
  /** Resolves when the operation is on the disk; only then may it be sent. */
  readonly save: (operation: W) => Promise<void>;
  /** Marks a stored operation as received by the server; without effect on a removed one. */
  readonly markReceived: (id: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Those of this shop, oldest first. */
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

/** An operation waits in its shop: another one cannot tell what happened to it. */
const ofShopSchema = z.looseObject({ shop: z.optional(z.string()) });
const storedSchema = z.array(z.object({ shop: z.optional(z.string()), received: z.optional(z.boolean()) }));
/** By store, because two outboxes of a page can share one. */
const readers = new Map<string, () => Promise<z.infer<typeof storedSchema>>>();

/**
 * The number of operations of this shop that the server has not reported yet, in all outboxes that
 * this page has opened.
 */
export async function countUnsent(): Promise<number> {
  const stored = await Promise.all([...readers.values()].map((read) => read()));
  return stored.flat().filter((operation) => isOfPageShop(operation) && operation.received !== true).length;
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
        await Promise.all([transaction.store.put({ ...operation, shop: pageShop() }), transaction.done]);
      }),
    markReceived: (id) =>
      within(async (db) => {
        const { store: stored, done } = db.transaction(store, 'readwrite');
        const operation: unknown = await stored.get(id);
        if (typeof operation === 'object' && operation !== null) await stored.put({ ...operation, received: true });
        await done;
      }),
    remove: (id) => within((db) => db.delete(store, id)),
    operations: async () => {
      const stored = z.array(ofShopSchema).parse(await within((db) => db.getAll(store)));
      return stored
        .filter(isOfPageShop)
        .map((one) => schema.parse(one))
        .sort((a, b) => a.savedAt - b.savedAt);
    },
  };
  readers.set(store, async () => storedSchema.parse(await within((db) => db.getAll(store))));
  return outbox;
}

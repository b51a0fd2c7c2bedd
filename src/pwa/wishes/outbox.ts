import type * as z from 'zod/mini';
import { openDeviceDatabase, type UseDatabase } from '../api/database.ts';
import type { Wish } from './wish.ts';

/** Operations that this device must not lose yet. All tabs of the device share it. */
export interface WishOutbox<W extends Wish> {
  /** Resolves when the operation is on the disk; only then may it be sent. */
  readonly save: (wish: W) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Oldest first. */
  readonly wishes: () => Promise<W[]>;
}

/**
 * Opens an outbox with a database of its own, so that no shared one is upgraded under an open tab.
 */
export function openWishOutbox<W extends Wish>(
  database: string,
  store: string,
  schema: z.ZodMiniType<W>,
): WishOutbox<W> {
  return createWishOutbox(
    openDeviceDatabase(database, (db) => void db.createObjectStore(store, { keyPath: 'id' })),
    store,
    schema,
  );
}

/** An outbox in one store of a database, whose key path is the operation's id. */
export function createWishOutbox<W extends Wish>(
  within: UseDatabase,
  store: string,
  schema: z.ZodMiniType<W>,
): WishOutbox<W> {
  return {
    save: (wish) =>
      within(async (db) => {
        const transaction = db.transaction(store, 'readwrite', { durability: 'strict' });
        await Promise.all([transaction.store.put(wish), transaction.done]);
      }),
    remove: (id) => within((db) => db.delete(store, id)),
    wishes: async () => {
      const kept: unknown[] = await within((db) => db.getAll(store));
      return kept.map((one) => schema.parse(one)).sort((a, b) => a.savedAt - b.savedAt);
    },
  };
}

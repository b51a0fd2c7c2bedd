import { type DBSchema, openDB } from 'idb';
import * as z from 'zod/mini';
import { issueRequestSchema } from '../../contract/issue.ts';
import type { Wish } from './selling.ts';

const wishSchema = z.object({
  id: z.string(),
  personId: z.string(),
  order: issueRequestSchema,
  productName: z.string(),
  savedAt: z.number(),
});

interface Stores extends DBSchema {
  sales: { key: string; value: Wish };
}

/** Orders of vouchers that the server may not have yet. Every tab of the device shares it. No voucher is ever kept here. */
export interface SellOutbox {
  /** Resolves when the wish is on the disk; only then may it be sent. */
  readonly save: (wish: Wish) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Oldest first. */
  readonly wishes: () => Promise<Wish[]>;
}

/** Opens the outbox of orders under `name`: a database of its own, as that of refunds. */
export function createSellOutbox(name = 'tillside-sales'): SellOutbox {
  const opened = openDB<Stores>(name, 1, {
    upgrade: (db) => {
      db.createObjectStore('sales', { keyPath: 'id' });
    },
  });
  return {
    save: async (wish) => {
      const transaction = (await opened).transaction('sales', 'readwrite', { durability: 'strict' });
      await Promise.all([transaction.store.put(wish), transaction.done]);
    },
    remove: async (id) => (await opened).delete('sales', id),
    wishes: async () => {
      const all = await (await opened).getAll('sales');
      return all.map((kept) => wishSchema.parse(kept)).sort((a, b) => a.savedAt - b.savedAt);
    },
  };
}

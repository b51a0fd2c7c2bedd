import { type DBSchema, openDB } from 'idb';
import * as z from 'zod/mini';
import { worthSchema } from '../../contract/money.ts';
import type { Wish } from './refunding.ts';

const wishSchema = z.object({
  id: z.string(),
  tenderId: z.string(),
  reason: z.string(),
  last4: z.string(),
  amount: worthSchema,
  savedAt: z.number(),
});

interface Stores extends DBSchema {
  refunds: { key: string; value: Wish };
}

/** Refunds whose outcome this device does not know yet. Every tab of the device shares it. */
export interface RefundOutbox {
  /** Resolves when the wish is on the disk; only then may it be sent. */
  readonly save: (wish: Wish) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Oldest first. */
  readonly wishes: () => Promise<Wish[]>;
}

/** Opens the outbox of refunds under `name`: a database of its own, so that the till's never has to be upgraded under an open tab. */
export function createRefundOutbox(name = 'tillside-refunds'): RefundOutbox {
  const opened = openDB<Stores>(name, 1, {
    upgrade: (db) => {
      db.createObjectStore('refunds', { keyPath: 'id' });
    },
  });
  return {
    save: async (wish) => {
      const transaction = (await opened).transaction('refunds', 'readwrite', { durability: 'strict' });
      await Promise.all([transaction.store.put(wish), transaction.done]);
    },
    remove: async (id) => (await opened).delete('refunds', id),
    wishes: async () => {
      const all = await (await opened).getAll('refunds');
      return all.map((kept) => wishSchema.parse(kept)).sort((a, b) => a.savedAt - b.savedAt);
    },
  };
}

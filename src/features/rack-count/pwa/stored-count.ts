import * as z from 'zod/mini';
import { voucherStatusSchema } from '../../../contract/voucher/voucher.ts';
import { openDeviceDatabase } from '../../../pwa/api/database.ts';
import type { CountedCard } from './count.ts';

const cardSchema = z.object({
  tag: z.string(),
  last4: z.string(),
  at: z.string(),
  state: z.union([voucherStatusSchema, z.enum(['unchecked', 'not-ours'])]),
});

/** The key of the only count, and of the key that hashes its codes. */
const COUNT_KEY = 'count';

/** The count as this device stores it, so that it survives a reload. */
export interface StoredCount {
  readonly cards: () => Promise<readonly CountedCard[]>;
  readonly save: (cards: readonly CountedCard[]) => Promise<void>;
  /** Returns a keyed hash. The key cannot be read out of the browser. */
  readonly tagOf: (code: string) => Promise<string>;
}

export function openStoredCount(name = 'tillside-rack-count'): StoredCount {
  const within = openDeviceDatabase(name, (db) => {
    db.createObjectStore('cards');
    db.createObjectStore('keys');
  });
  let key: Promise<CryptoKey> | null = null;
  const createKey = () => crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

  async function openKey(): Promise<CryptoKey> {
    const stored: unknown = await within((db) => db.get('keys', COUNT_KEY));
    if (stored instanceof CryptoKey) return stored;
    const created = await createKey();
    await within((db) => db.put('keys', created, COUNT_KEY));
    return created;
  }

  return {
    cards: async () => z.array(cardSchema).safeParse(await within((db) => db.get('cards', COUNT_KEY))).data ?? [],
    save: async (cards) => void (await within((db) => db.put('cards', cards, COUNT_KEY))),
    async tagOf(code) {
      /* Without storage, the count lasts as long as the page, which warns about it. */
      key ??= openKey().catch(createKey);
      const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', await key, new TextEncoder().encode(code)));
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
  };
}

import * as z from 'zod/mini';
import { voucherStatusSchema } from '../../../contract/voucher/voucher.ts';
import { openDeviceDatabase } from '../../../pwa/api/database.ts';
import { storageName } from '../../../pwa/api/in-frame.ts';
import { type CountedCard, withCards } from './count.ts';

const cardSchema = z.pipe(
  z.object({
    tag: z.string(),
    also: z.catch(z.array(z.string()), []),
    last4: z.string(),
    at: z.string(),
    state: z.union([voucherStatusSchema, z.enum(['unchecked', 'not-ours'])]),
    checkedAt: z.catch(z.string(), ''),
  }),
  z.transform(({ state, ...card }): CountedCard => ({ ...card, state: state === 'unknown' ? 'unchecked' : state })),
);
const cardsSchema = z.array(cardSchema);

/** A count, with an id that distinguishes it from an earlier one on this device. */
export interface Count {
  readonly id: string;
  readonly cards: readonly CountedCard[];
}
/** Older versions stored only the cards. */
const countSchema = z.union([
  z.object({ id: z.string(), cards: cardsSchema }),
  z.pipe(
    cardsSchema,
    z.transform((cards) => ({ id: '', cards })),
  ),
]);

/** The key of the only count, and of the key that hashes its codes. */
const COUNT_KEY = 'count';

/** The count as this device stores it, for all its windows, so that it survives a reload. */
export interface StoredCount {
  readonly read: () => Promise<Count>;
  /**
   * Adds cards to the stored count if it is still the one with this id.
   * @returns the stored count
   */
  readonly add: (id: string, cards: readonly CountedCard[]) => Promise<Count>;
  /** Begins an empty count. */
  readonly begin: (id: string) => Promise<void>;
  /** Calls back after another window has changed the count. */
  readonly onChange: (changed: () => void) => void;
  /** Returns a keyed hash. The key cannot be read out of the browser. */
  readonly tagOf: (code: string) => Promise<string>;
}

export function openStoredCount(name = 'tillside-rack-count'): StoredCount {
  const within = openDeviceDatabase(name, (db) => {
    db.createObjectStore('cards');
    db.createObjectStore('keys');
  });
  const windows = new BroadcastChannel(storageName(name));
  let key: Promise<CryptoKey> | null = null;
  const createKey = () => crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const parse = (stored: unknown): Count => countSchema.safeParse(stored).data ?? { id: '', cards: [] };

  /** Returns the stored key; the first of two windows creates it. */
  async function openKey(): Promise<CryptoKey> {
    const created = await createKey();
    return within(async (db) => {
      const { store, done } = db.transaction('keys', 'readwrite');
      const stored: unknown = await store.get(COUNT_KEY);
      if (!(stored instanceof CryptoKey)) await store.put(created, COUNT_KEY);
      await done;
      return stored instanceof CryptoKey ? stored : created;
    });
  }

  return {
    read: async () => parse(await within((db) => db.get('cards', COUNT_KEY))),
    async add(id, cards) {
      const count = await within(async (db) => {
        const { store, done } = db.transaction('cards', 'readwrite');
        const stored = parse(await store.get(COUNT_KEY));
        const next = stored.id === id ? { id, cards: withCards(stored.cards, cards) } : stored;
        if (next !== stored) await store.put(next, COUNT_KEY);
        await done;
        return next;
      });
      windows.postMessage(null);
      return count;
    },
    async begin(id) {
      await within((db) => db.put('cards', { id, cards: [] }, COUNT_KEY));
      windows.postMessage(null);
    },
    onChange: (changed) => windows.addEventListener('message', changed),
    async tagOf(code) {
      /* Without storage, the count lasts as long as the page, which warns about it. */
      key ??= openKey().catch(createKey);
      const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', await key, new TextEncoder().encode(code)));
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
  };
}

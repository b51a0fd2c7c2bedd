import { type IDBPDatabase, openDB } from 'idb';
import * as z from 'zod/mini';
import { LIMITS } from '../../contract/access/limits.ts';
import { voucherValueSchema } from '../../contract/money/money.ts';
import { type TenderView, tenderStateSchema } from '../../contract/redemption/tender.ts';
import { storageName } from './in-frame.ts';

const storedRedemptionSchema = z.object({
  id: z.string(),
  last4: z.string(),
  worth: voucherValueSchema,
  state: tenderStateSchema,
  createdAt: z.string(),
  changedAt: z.string(),
  /**
   * The issuer's id of the capture; null without a capture, absent in entries of older versions.
   */
  captureId: z.optional(z.nullable(z.string())),
  /** The sale of the redemption, and the register's number of that sale. */
  saleId: z.optional(z.nullable(z.string())),
  receiptNo: z.optional(z.nullable(z.string())),
  /** Proves that the server sent this redemption to this device. */
  tag: z.optional(z.string()),
});
/**
 * The last known state of a redemption of this device, readable without a network. Contains no ref,
 * no link and no names of people.
 */
export type StoredRedemption = z.infer<typeof storedRedemptionSchema>;

const STORE = 'redemptions';

async function within<T>(use: (db: IDBPDatabase) => Promise<T>): Promise<T> {
  const db = await openDB(storageName('tillside-last-redemptions'), 1, {
    upgrade: (made) => void made.createObjectStore(STORE, { keyPath: 'id' }),
  });
  try {
    return await use(db);
  } finally {
    db.close();
  }
}

/**
 * Stores redemptions that are newer than the stored ones. Only the latest stay stored.
 *
 * `known`: update stored redemptions only.
 */
export function saveRedemptions(views: readonly TenderView[], { known = false } = {}): Promise<void> {
  return within(async (db) => {
    const { store, done } = db.transaction(STORE, 'readwrite');
    const stored = new Map(readAll(await store.getAll()).map((one) => [one.id, one]));
    for (const {
      id,
      last4,
      captured,
      requested,
      state,
      createdAt,
      changedAt,
      captureId,
      saleId,
      receiptNo,
      tag,
    } of views) {
      const before = stored.get(id);
      const isNews = before === undefined ? !known : Date.parse(changedAt) > Date.parse(before.changedAt);
      const details = { captureId, saleId, receiptNo, ...(tag !== undefined && { tag }) };
      if (isNews) stored.set(id, { id, last4, worth: captured ?? requested, state, createdAt, changedAt, ...details });
    }
    await store.clear();
    await Promise.all(newestFirst([...stored.values()]).map((one) => store.put(one)));
    await done;
  });
}

/** Returns the last redemptions stored on this device, newest first. */
export function readRedemptions(): Promise<readonly StoredRedemption[]> {
  return within(async (db) => newestFirst(readAll(await db.getAll(STORE))));
}

/** Deletes the stored redemptions of a device that was removed from its shop. */
export function forgetRedemptions(): Promise<void> {
  return within((db) => db.clear(STORE));
}

/** Entries of older versions in another format are left out. */
function readAll(stored: readonly unknown[]): StoredRedemption[] {
  return stored.flatMap((one) => storedRedemptionSchema.safeParse(one).data ?? []);
}

function newestFirst(all: readonly StoredRedemption[]): readonly StoredRedemption[] {
  return all.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)).slice(0, LIMITS.mineMax);
}

import { type IDBPDatabase, openDB } from 'idb';
import * as z from 'zod/mini';
import { LIMITS } from '../../contract/access/limits.ts';
import { voucherValueSchema } from '../../contract/money/money.ts';
import { type TenderView, tenderStateSchema } from '../../contract/redemption/tender.ts';
import { ownName } from './in-frame.ts';

const keptSchema = z.object({
  id: z.string(),
  last4: z.string(),
  worth: voucherValueSchema,
  state: tenderStateSchema,
  createdAt: z.string(),
  changedAt: z.string(),
  /** The issuer's id of the capture; null if there is none, absent in entries of older versions. */
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
export type KeptRedemption = z.infer<typeof keptSchema>;

const STORE = 'redemptions';

async function within<T>(use: (db: IDBPDatabase) => Promise<T>): Promise<T> {
  const db = await openDB(ownName('tillside-last-redemptions'), 1, {
    upgrade: (made) => void made.createObjectStore(STORE, { keyPath: 'id' }),
  });
  try {
    return await use(db);
  } finally {
    db.close();
  }
}

/**
 * Stores redemptions that are newer than the stored ones. Only the latest are kept.
 *
 * `known`: update stored redemptions only.
 */
export function keepRedemptions(views: readonly TenderView[], { known = false } = {}): Promise<void> {
  return within(async (db) => {
    const { store, done } = db.transaction(STORE, 'readwrite');
    const kept = new Map(readAll(await store.getAll()).map((one) => [one.id, one]));
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
      const before = kept.get(id);
      const isNews = before === undefined ? !known : Date.parse(changedAt) > Date.parse(before.changedAt);
      const said = { captureId, saleId, receiptNo, ...(tag !== undefined && { tag }) };
      if (isNews) kept.set(id, { id, last4, worth: captured ?? requested, state, createdAt, changedAt, ...said });
    }
    await store.clear();
    await Promise.all(newestFirst([...kept.values()]).map((one) => store.put(one)));
    await done;
  });
}

/** Returns the last redemptions stored on this device, newest first. */
export function keptRedemptions(): Promise<readonly KeptRedemption[]> {
  return within(async (db) => newestFirst(readAll(await db.getAll(STORE))));
}

/** For a device that was removed from its shop. */
export function forgetRedemptions(): Promise<void> {
  return within((db) => db.clear(STORE));
}

/** Entries of older versions in another format are left out. */
function readAll(kept: readonly unknown[]): KeptRedemption[] {
  return kept.flatMap((one) => keptSchema.safeParse(one).data ?? []);
}

function newestFirst(all: readonly KeptRedemption[]): readonly KeptRedemption[] {
  return all.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)).slice(0, LIMITS.mineMax);
}

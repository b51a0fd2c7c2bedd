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
  /**
   * What the issuer calls the money that was taken; null where it was not, absent in older ones.
   */
  captureId: z.optional(z.nullable(z.string())),
  /** The sale that it was for, and the register's number of it. */
  saleId: z.optional(z.nullable(z.string())),
  receiptNo: z.optional(z.nullable(z.string())),
  /** Proves to the server that it told this device of it. */
  tag: z.optional(z.string()),
});
/**
 * A redemption of this device as it last stood, to be read without a network: no ref, no link, and
 * nobody's name.
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
 * Keeps how redemptions stand, where that is newer than what is kept; only the latest ones stay.
 *
 * `known`: none that is not kept already.
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

/** The last redemptions that this device heard of, newest first. */
export function keptRedemptions(): Promise<readonly KeptRedemption[]> {
  return within(async (db) => newestFirst(readAll(await db.getAll(STORE))));
}

/** For a device that belongs to no shop any more. */
export function forgetRedemptions(): Promise<void> {
  return within((db) => db.clear(STORE));
}

/** What an older version wrote in another form is left out. */
function readAll(kept: readonly unknown[]): KeptRedemption[] {
  return kept.flatMap((one) => keptSchema.safeParse(one).data ?? []);
}

function newestFirst(all: readonly KeptRedemption[]): readonly KeptRedemption[] {
  return all.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)).slice(0, LIMITS.mineMax);
}

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Caller } from '../../bff/platform/http/caller.ts';
import { createGapStore } from '../../bff/platform/store/journal-gaps.ts';
import { gapsOf } from '../../bff/redemption/recovery/gap-parts.ts';
import { keyIdOf } from '../../contract/access/key.ts';
import { LIMITS } from '../../contract/access/limits.ts';
import { MODEL_MID } from '../issuer/model-issuer.ts';
import { ANA, BEN, createTestTill, MEI, openTestStore, SHOP } from './till.ts';

const MINUTE_MS = 60_000;
/** Longer than the issuer may act late and its search may lag. */
const SETTLED_MS = 4 * MINUTE_MS;
const KEY = { id: keyIdOf('web-shop'), name: 'Web shop' };

/** A program: it has no memory of what it sent. */
export const WEB_SHOP: Caller = {
  ...ANA,
  device: KEY,
  key: { id: KEY.id, scopes: ['redeem', 'read', 'refund'], limits: { perRedemption: null, perDay: null } },
};
/** Ana at a till that was enrolled after the gap. */
export const NEW_TILL: Caller = { ...ANA, device: { id: 'till-9', name: 'Till 9' } };

/** A shop whose journal loses entries and is recovered, on a manual clock. */
export async function createGapRig() {
  const db = await openTestStore();
  const key = { ...KEY, shop: SHOP, secret_hash: KEY.id, enrolled_at: 0, last_seen_at: null, revoked_at: 0 };
  await db.insertInto('device').values(key).execute();
  const till = await createTestTill({ db });
  await till.journal.learnMid(SHOP, MODEL_MID);
  await db.updateTable('device').set({ last_seen_at: till.clock.now() }).execute();
  const journal = await gapsOf(db, SHOP).journalId();

  /** Moves time on until a call has its answer. */
  async function answer<T>(call: Promise<T>, ms = LIMITS.tenderWaitMs): Promise<T> {
    await Promise.allSettled([call, till.clock.advance(ms)]);
    return call;
  }

  async function take(caller: Caller, code: string, amount = 1000, more: { readonly id?: string; readonly saleId?: string } = {}) {
    const { id = randomUUID(), saleId } = more;
    const body = { code, amount, currency: 'SGD', ...(saleId !== undefined && { saleId }) };
    return (await answer(till.tenders.put(caller, id, body))).view;
  }

  const refund = async (tenderId: string, caller: Caller = MEI, id = randomUUID()) =>
    (await answer(till.refunds.put(caller, id, { tenderId, reason: 'wrong voucher' }))).view;

  /** A backup is put back, and everything of the last minute is missing from the journal. */
  async function lose(): Promise<void> {
    const now = till.clock.now();
    await createGapStore(db, SHOP).note({ id: randomUUID(), reason: 'restored', fromAt: now - MINUTE_MS, foundAt: now });
    await till.opening.start();
  }

  /** Both tills report that they have no records, and the shop opens. */
  async function openAgain(): Promise<void> {
    for (const caller of [ANA, BEN]) await till.tillReports.handleReport(caller, { journal, wishes: [], heard: [], taken: [] });
    await till.clock.advance(SETTLED_MS);
    expect(till.gate.closedFor()).toBeNull();
    const enrolled = { shop: SHOP, secret_hash: NEW_TILL.device.id, enrolled_at: till.clock.now(), last_seen_at: null, revoked_at: null };
    await db
      .insertInto('device')
      .values({ ...NEW_TILL.device, ...enrolled })
      .execute();
  }

  /** A manager decides a case once the issuer can no longer act on it. */
  async function decide(id: string, request: Parameters<typeof till.attention.settle>[2]): Promise<void> {
    await till.clock.advance(SETTLED_MS);
    await answer(till.attention.settle(MEI, id, request));
  }

  /** A manager closes every case of a capture that nothing explains. */
  async function closeUnexplained(): Promise<void> {
    for (const { id, kind } of await till.attention.list())
      if (kind === 'orphan') await till.attention.settle(MEI, id, { action: 'close', reason: 'Looked into it' });
  }

  return { till, db, take, refund, lose, openAgain, decide, closeUnexplained };
}

export type GapRig = Awaited<ReturnType<typeof createGapRig>>;

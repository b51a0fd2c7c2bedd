import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import {
  ANA,
  BEN,
  createTestTill,
  MEI,
  readAndSweep,
  SHOP,
  startLooking,
  stopLooking,
} from '../../../testing/rigs/till.ts';

const REF = '1234567890';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
  till.issuer.add(REF);
  await till.journal.learnMid(SHOP, '000000000000042');
});

async function whileTimePasses<T>(call: Promise<T>, ms = 6_000): Promise<T> {
  await till.clock.advance(ms);
  return call;
}

const take = (amount: number, caller = ANA, code = REF) =>
  till.tenders.put(caller, randomUUID(), { code, amount, currency: 'SGD' });
const recent = () => ({ from: till.clock.now() - HOUR_MS, to: till.clock.now() });
const attention = async () => (await till.attention.list()).map(({ kind, state }) => `${kind} ${state}`);

/** A redemption recorded without a capture, which the issuer makes much later. */
async function takenLate(): Promise<string> {
  till.issuer.failNext({ commit: { afterMs: 400_000 }, answer: 'lost' });
  const { view: tender } = await whileTimePasses(take(2000));
  await till.clock.advance(300_000);
  expect((await till.tenders.get(ANA, tender.id)).state).toBe('not_captured');
  await till.clock.advance(200_000);
  expect(till.issuer.ledger()).toHaveLength(1);
  return tender.id;
}

describe('a sweep for unexplained captures', () => {
  it('finds a capture that arrived after “not redeemed”, and a manager refunds it', async () => {
    const id = await takenLate();
    expect(await readAndSweep(till, recent())).toBe(true);
    expect(await till.tenders.get(ANA, id)).toMatchObject({ state: 'late_capture', captured: { amount: 2000 } });
    expect(await attention()).toEqual(['late late_capture']);
    expect(await till.attention.settle(MEI, id, { action: 'refund', reason: 'the customer has left' })).toBeNull();
    expect((await till.tenders.get(ANA, id)).state).toBe('refunded');
    expect(till.issuer.ledger()[0]?.refundId).not.toBeNull();
  });

  it('lists an unexplained capture once, and a manager closes it with a reason', async () => {
    till.issuer.captureElsewhere(REF, 700);
    for (let look = 0; look < 3; look += 1) await readAndSweep(till, recent());
    const [item, ...more] = await till.attention.list();
    expect(more).toEqual([]);
    expect(item).toMatchObject({
      kind: 'orphan',
      subject: 'capture',
      amount: { amount: 700, currency: 'SGD' },
      last4: '7890',
      person: null,
    });
    expect(item).toMatchObject({
      evidence: [{ code: 'not-ours' }],
      actions: ['close', 'refund'],
      candidates: [{ amount: 700 }],
    });
    expect(await till.attention.settle(MEI, item?.id ?? '', { action: 'close', reason: 'the old till' })).toBeNull();
    await readAndSweep(till, recent());
    expect(await attention()).toEqual([]);
    const stored = JSON.stringify(await till.db.selectFrom('fact').selectAll().execute());
    expect(stored).toContain('the old till');
    expect(stored).not.toContain(REF);
  });

  it('ignores rows that belong to another shop, are claimed, or failed', async () => {
    till.issuer.captureElsewhere(REF, 700, '000000000000099');
    await take(1000);
    expect(await readAndSweep(till, recent())).toBe(true);
    expect(await attention()).toEqual([]);
  });

  it('does not report anything while our own mid is unknown', async () => {
    const fresh = await createTestTill();
    fresh.issuer.add(REF);
    fresh.issuer.captureElsewhere(REF, 700);
    expect(await readAndSweep(fresh, { from: fresh.clock.now() - HOUR_MS, to: fresh.clock.now() })).toBe(false);
    expect(await fresh.attention.list()).toEqual([]);
  });

  it('leaves the rows of an open redemption to settling', async () => {
    till.issuer.failNext({ commit: 'now', answer: { afterMs: 20_000 } });
    const put = take(2000);
    await till.clock.advance(1_000);
    expect(await readAndSweep(till, recent())).toBe(true);
    expect(await attention()).toEqual([]);
    await till.clock.advance(30_000);
    const { view: tender } = await put;
    expect((await till.tenders.get(ANA, tender.id)).state).toBe('captured');
    await readAndSweep(till, recent());
    expect(await attention()).toEqual([]);
  });

  it('is incomplete while the issuer is silent', async () => {
    till.issuer.silent = true;
    expect(await readAndSweep(till, recent())).toBe(false);
  });

  it('corrects the outcome of a refund that succeeded late', async () => {
    const { view: tender } = await take(2000);
    till.issuer.failNextRefund({ commit: { afterMs: 300_000 }, answer: 'lost' });
    const { view: refund } = await whileTimePasses(
      till.refunds.put(MEI, randomUUID(), { tenderId: tender.id, reason: 'wrong one' }),
    );
    await till.clock.advance(350_000);
    expect((await till.refunds.get(MEI, refund.id)).state).toBe('not_refunded');
    await readAndSweep(till, recent());
    expect((await till.refunds.get(MEI, refund.id)).state).toBe('refunded');
    expect((await till.tenders.get(ANA, tender.id)).state).toBe('refunded');
  });

  it('does not change anything for a refund made elsewhere', async () => {
    const { view: tender } = await take(2000);
    till.issuer.refundElsewhere(tender.captureId ?? '');
    expect(await readAndSweep(till, recent())).toBe(true);
    expect((await till.tenders.get(ANA, tender.id)).state).toBe('captured');
    expect(await attention()).toEqual([]);
  });

  it('has the same result if two servers sweep at once', async () => {
    const id = await takenLate();
    till.issuer.captureElsewhere(REF, 700);
    const other = await createTestTill(till);
    const looks = [till, other, till, other].map((one) => readAndSweep(one, recent()));
    expect(await Promise.all(looks)).toEqual([true, true, true, true]);
    expect((await till.tenders.get(ANA, id)).state).toBe('late_capture');
    expect((await attention()).sort()).toEqual(['late late_capture', 'orphan found']);
  });
});

describe('the regular sweeps', () => {
  it('find a late capture automatically', async () => {
    startLooking(till);
    const id = await takenLate();
    await till.clock.advance(LIMITS.sweepEveryMs);
    expect((await till.tenders.get(ANA, id)).state).toBe('late_capture');
    await stopLooking(till);
  });

  it('find after a restart the captures that arrived while no server ran', async () => {
    const id = await takenLate();
    await till.clock.advance(20 * HOUR_MS);
    const after = await createTestTill(till);
    startLooking(after);
    await till.clock.advance(10_000);
    expect((await after.tenders.get(ANA, id)).state).toBe('late_capture');
    await stopLooking(after);
  });

  it('list every unexplained capture of several days without a server', async () => {
    startLooking(till);
    await till.clock.advance(10_000);
    await stopLooking(till);
    const amounts = [100, 200, 300, 400, 500];
    for (const amount of amounts) {
      till.issuer.captureElsewhere(REF, amount);
      await till.clock.advance(30 * HOUR_MS);
    }
    const after = await createTestTill(till);
    startLooking(after);
    await till.clock.advance(10_000);
    const listed = await after.attention.list();
    expect(listed.every(({ kind }) => kind === 'orphan')).toBe(true);
    const found = listed.map(({ candidates }) => candidates[0]?.amount ?? 0);
    expect(found.toSorted((one, other) => one - other)).toEqual(amounts);
    await stopLooking(after);
  });

  it('begin where the last complete sweep ended if the issuer was silent meanwhile', async () => {
    startLooking(till);
    await till.clock.advance(10_000);
    till.issuer.captureElsewhere(REF, 700);
    till.issuer.silent = true;
    await till.clock.advance(3 * HOUR_MS);
    till.issuer.silent = false;
    await till.clock.advance(LIMITS.sweepEveryMs);
    expect(await attention()).toEqual(['orphan found']);
    await stopLooking(till);
  });

  it('return to the rows of a redemption once it is no longer open', async () => {
    startLooking(till);
    till.issuer.failNext({ commit: 'now', answer: 'lost' });
    till.issuer.silent = true;
    const { view: tender } = await whileTimePasses(take(2000));
    till.issuer.captureElsewhere(REF, 2000);
    till.issuer.captureElsewhere(REF, 300);
    await till.clock.advance(620_000);
    till.issuer.silent = false;
    await till.clock.advance(4 * HOUR_MS);
    expect(await attention()).toEqual(['unsettled manager']);
    const closing = till.attention.settle(MEI, tender.id, { action: 'close', reason: 'not taken' });
    await expect(closing).rejects.toMatchObject({ code: 'row-found' });
    const transactionId = till.issuer.ledger()[0]?.captureId ?? '';
    await till.attention.settle(MEI, tender.id, { action: 'attach', reason: 'seen on the receipt', transactionId });
    await till.clock.advance(LIMITS.sweepEveryMs);
    expect(await attention()).toEqual(['orphan found', 'orphan found']);
    await stopLooking(till);
  });

  it('do not skip any rows over restarts while a redemption stays open for days', async () => {
    till.issuer.failNext({ commit: 'now', answer: 'lost' });
    till.issuer.silent = true;
    const { view: tender } = await whileTimePasses(take(2000, BEN));
    till.issuer.captureElsewhere(REF, 300);
    await till.clock.advance(700_000);
    await till.settler.stop();
    await till.clock.advance(3 * DAY_MS);
    till.issuer.silent = false;
    const after = await createTestTill(till);
    startLooking(after);
    /* A start gives the issuer W once more. */
    await till.clock.advance(DAY_MS);
    const closing = after.attention.settle(MEI, tender.id, { action: 'close', reason: 'not taken' });
    await expect(closing).rejects.toMatchObject({ code: 'row-found' });
    const transactionId = till.issuer.ledger()[0]?.captureId ?? '';
    await after.attention.settle(MEI, tender.id, { action: 'attach', reason: 'seen on the receipt', transactionId });
    await till.clock.advance(LIMITS.sweepEveryMs);
    expect(await after.attention.list()).toMatchObject([{ kind: 'orphan', amount: { amount: 300 } }]);
    await stopLooking(after);
  });

  it('end at once when the server stops, whatever they are doing', async () => {
    startLooking(till);
    till.issuer.searchPage = (_period, _page, signal) =>
      new Promise((resolve) =>
        signal?.addEventListener('abort', () => resolve({ outcome: 'unclear', reason: 'cancelled' })),
      );
    await till.clock.advance(10_000);
    await stopLooking(till);
    expect(till.clock.sleepers()).toBe(0);
  });
});

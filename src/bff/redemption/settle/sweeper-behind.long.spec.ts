import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { crowd } from '../../../testing/issuer/crowd.ts';
import { ANA, createTestTill, MEI, SHOP, startLooking, stopLooking } from '../../../testing/rigs/till.ts';

const REF = '1234567890';
const HOUR_MS = 3_600_000;
let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
  till.issuer.add(REF);
  await till.journal.learnMid(SHOP, '000000000000042');
});

const attention = async () => (await till.attention.list()).map(({ kind, state }) => `${kind} ${state}`);

/** A redemption recorded without a capture, which the issuer makes much later. */
async function takenLate(): Promise<string> {
  till.issuer.failNext({ commit: { afterMs: 400_000 }, answer: 'lost' });
  const put = till.tenders.put(ANA, randomUUID(), { code: REF, amount: 2000, currency: 'SGD' });
  await till.clock.advance(6_000);
  const { view: tender } = await put;
  await till.clock.advance(500_000);
  expect((await till.tenders.get(ANA, tender.id)).state).toBe('not_captured');
  return tender.id;
}

describe('the regular sweeps', () => {
  it('read an hour with more rows than pages, and the rows after it', async () => {
    const id = await takenLate();
    crowd(till.issuer, 21_000, { from: till.clock.now() - HOUR_MS, to: till.clock.now() });
    startLooking(till);
    await till.clock.advance(10_000);
    expect((await till.tenders.get(ANA, id)).state).toBe('late_capture');
    till.issuer.captureElsewhere(REF, 700);
    await till.clock.advance(LIMITS.sweepEveryMs);
    expect((await attention()).sort()).toEqual(['late late_capture', 'orphan found']);
    await stopLooking(till);
  });

  it('skip unreadable periods, call a manager after half an hour, and return to them automatically', async () => {
    till.issuer.captureElsewhere(REF, 300);
    await till.clock.advance(2 * HOUR_MS);
    const hour = crowd(till.issuer, 10, { from: till.clock.now() - 3 * HOUR_MS, to: till.clock.now() - HOUR_MS });
    hour.breaks(true);
    startLooking(till);
    await till.clock.advance(10_000);
    till.issuer.captureElsewhere(REF, 700);
    await till.clock.advance(LIMITS.sweepEveryMs);
    expect(await till.attention.list()).toMatchObject([{ kind: 'orphan', amount: { amount: 700 } }]);
    await till.clock.advance(30 * 60_000);
    expect((await attention()).sort()).toEqual(['behind behind', 'orphan found']);
    const [behind] = (await till.attention.list()).filter(({ kind }) => kind === 'behind');
    expect(behind).toMatchObject({
      subject: 'look',
      actions: [],
      evidence: [{ code: 'look-behind', detail: 'a row without an id' }],
    });
    expect(Date.parse(behind?.evidence[0]?.at ?? '')).toBeLessThan(till.clock.now() - 2 * HOUR_MS);
    const acting = till.attention.settle(MEI, 'look', { action: 'close', reason: 'seen' });
    await expect(acting).rejects.toMatchObject({ code: 'case-moved' });
    hour.breaks(false);
    await till.clock.advance(LIMITS.sweepEveryMs);
    expect((await attention()).sort()).toEqual(['orphan found', 'orphan found']);
    await stopLooking(till);
  });

  it('are not behind while our mid is unknown, because no row is ours then', async () => {
    const other = await createTestTill();
    startLooking(other);
    await other.clock.advance(2 * HOUR_MS);
    expect(await other.attention.list()).toEqual([]);
    await stopLooking(other);
  });
});

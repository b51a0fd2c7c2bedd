import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ANA, createTestTill, MEI, readAndSweep, SHOP } from '../../../testing/rigs/till.ts';

const REF = '1234567890';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
  till.issuer.add(REF);
  await till.journal.learnMid(SHOP, '000000000000042');
});

async function take(amount = 2000) {
  const { view } = await till.tenders.put(ANA, randomUUID(), { code: REF, amount, currency: 'SGD' });
  expect(view.state).toBe('captured');
  return { id: view.id, captureId: view.captureId ?? '' };
}
const sweep = () => readAndSweep(till, { from: till.clock.now() - DAY_MS, to: till.clock.now() });
const cases = async () =>
  (await till.attention.list()).map(({ last4, evidence, actions }) => [last4, evidence[0]?.code, actions]);
const takenBack = [['7890', 'claim-reversed', ['close']]];

describe('a capture that confirmed a redemption', () => {
  it.each(['Reversed', 'Failed', 'VOIDED', 'Refunded'])('becomes one case when its row becomes %s', async (word) => {
    const { captureId } = await take();
    await sweep();
    expect(await cases()).toEqual([]);
    till.issuer.takeBack(captureId, word);
    for (let times = 0; times < 2; times += 1) await sweep();
    expect(await cases()).toEqual(takenBack);
    const [item] = await till.attention.list();
    await till.attention.settle(MEI, item?.id ?? '', { action: 'close', reason: 'the issuer was asked' });
    till.issuer.setRowWord(captureId, 'Reversed');
    await sweep();
    expect(await cases()).toEqual([]);
  });

  it('is not a case while it is still processed, but becomes one when it fails', async () => {
    till.issuer.rowWord = 'Processing';
    const { captureId } = await take();
    await sweep();
    expect(await cases()).toEqual([]);
    till.issuer.takeBack(captureId, 'Failed');
    await sweep();
    expect(await cases()).toEqual(takenBack);
  });

  it('is a case when its row disappears', async () => {
    const { captureId } = await take();
    await sweep();
    till.issuer.setRowWord(captureId, null);
    await sweep();
    expect(await cases()).toEqual([]);
    const period = { from: till.clock.now() - HOUR_MS, to: till.clock.now() };
    await till.mirror.markGone(period, new Set());
    await till.sweeper.sweepNow();
    expect(await cases()).toEqual([['7890', 'claim-missing', ['close']]]);
  });

  it.each(['Reversed', 'Refunded', 'Succeeded'])(
    'is not a case after our refund, when its row says %s',
    async (word) => {
      const { id, captureId } = await take();
      till.clock.jump(1_000);
      const refund = await till.refunds.put(MEI, randomUUID(), { tenderId: id, reason: 'the customer has left' });
      expect(refund.view.state).toBe('refunded');
      till.issuer.setRowWord(captureId, word);
      await sweep();
      expect(await cases()).toEqual([]);
    },
  );

  it('is not a case after a refund at the issuer, but the next capture without a refund is', async () => {
    const [first, second] = [await take(), await take()];
    till.clock.jump(1_000);
    till.issuer.refundElsewhere(first.captureId);
    till.issuer.setRowWord(first.captureId, 'Refunded');
    await sweep();
    expect(await cases()).toEqual([]);
    till.issuer.takeBack(second.captureId, 'Reversed');
    await sweep();
    expect(await cases()).toEqual(takenBack);
  });
});

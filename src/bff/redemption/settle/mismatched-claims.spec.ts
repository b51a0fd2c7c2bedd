import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { ANA, createTestTill, MEI, readAndSweep, SHOP } from '../../../testing/rigs/till.ts';

const X = '1234567890';
const Y = '1234560053';
let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
  for (const ref of [X, Y]) till.issuer.add(ref);
  await till.journal.learnMid(SHOP, '000000000000042');
});

const take = (code: string, amount = 2000) => till.tenders.put(ANA, randomUUID(), { code, amount, currency: 'SGD' });

/** X is redeemed and its answer lost; Y, without a capture, receives that answer. */
async function answersOfAnother() {
  till.issuer.failNext({ commit: 'now', answer: 'lost' }, { commit: 'never', answer: 'of-another' });
  const x = take(X);
  await till.clock.advance(100);
  const y = await take(Y);
  expect(y.view.state).toBe('captured');
  await till.clock.advance(60_000);
  return { x: (await x).view.id, y: y.view.id };
}

const look = () => readAndSweep(till, { from: till.clock.now() - 3_600_000, to: till.clock.now() });

it('a capture that confirmed another voucher’s redemption becomes one case', async () => {
  const { y } = await answersOfAnother();
  for (let times = 0; times < 2; times += 1) await look();
  const orphans = (await till.attention.list()).filter(({ kind }) => kind === 'orphan');
  expect(orphans).toMatchObject([
    { last4: '7890', evidence: [{ code: 'claimed-by-other', detail: '0053' }], candidates: [{ amount: 2000 }] },
  ]);
  await till.attention.settle(MEI, orphans[0]?.id ?? '', { action: 'close', reason: 'the issuer was asked' });
  await look();
  expect((await till.attention.list()).filter(({ kind }) => kind === 'orphan')).toEqual([]);
  expect((await till.tenders.get(ANA, y)).state).toBe('captured');
});

it('a redemption whose capture is claimed by another redemption needs a manager, and is never “not redeemed”', async () => {
  const { x } = await answersOfAnother();
  await till.clock.advance(300_000);
  expect((await till.tenders.get(ANA, x)).state).toBe('manager');
  expect(await till.attention.list()).toContainEqual(
    expect.objectContaining({
      id: x,
      evidence: expect.arrayContaining([expect.objectContaining({ code: 'claimed-by-other' })]),
    }),
  );
});

it('a capture that matches its redemption is not a case', async () => {
  await take(X);
  await take(Y, 700);
  await look();
  expect(await till.attention.list()).toEqual([]);
});

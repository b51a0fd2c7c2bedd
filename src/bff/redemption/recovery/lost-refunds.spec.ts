import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { createGapRig, type GapRig } from '../../../testing/rigs/gap-rig.ts';
import { ANA, MEI } from '../../../testing/rigs/till.ts';

/** Refunds that a restore lost: which of two redemptions a found refund belongs to. */

const REF = '1234567890';
const MINUTE_MS = 60_000;

let rig: GapRig;
let till: GapRig['till'];
beforeEach(async () => {
  rig = await createGapRig();
  ({ till } = rig);
  till.issuer.add(REF);
});

/** Takes 10.00 in time for the backup. */
async function taken(): Promise<string> {
  const { id } = await rig.take(ANA, REF);
  await till.clock.advance(2 * MINUTE_MS);
  return id;
}
const captureIdOf = async (id: string) => (await till.tenders.get(ANA, id)).captureId ?? '';
const stateOf = async (id: string) => (await till.tenders.get(ANA, id)).state;
const refundState = async (id: string) => (await till.refunds.get(MEI, id)).state;
const caseOf = async (id: string) => (await till.attention.list()).find((item) => item.id === id);

it('a lost refund of another lost redemption does not count as the refund of a known redemption', async () => {
  const first = await taken();
  till.issuer.captureElsewhere(REF, 1000);
  till.issuer.refundElsewhere(till.issuer.ledger()[1]?.captureId ?? '');
  await rig.lose();
  await rig.openAgain();
  const { id, state } = await rig.refund(first);
  expect([state, await stateOf(first), till.issuer.refundsCalled()]).toEqual(['manager', 'captured', []]);
  await till.clock.advance(20 * MINUTE_MS);
  expect([await refundState(id), await stateOf(first)]).toEqual(['manager', 'captured']);
  expect(await caseOf(id)).toMatchObject({
    actions: ['attach', 'close'],
    candidates: [{ type: 'refund', amount: 1000 }],
  });
});

it('a lost refund that may belong to either of two redemptions is left to a manager', async () => {
  const [first, second] = [await taken(), await taken()];
  till.issuer.refundElsewhere(await captureIdOf(second));
  await rig.lose();
  await rig.openAgain();
  const { id } = await rig.refund(first);
  await till.clock.advance(20 * MINUTE_MS);
  expect([await refundState(id), await stateOf(first)]).toEqual(['manager', 'captured']);
});

it('a manager assigns a found refund to the other redemption, and the next refund is sent', async () => {
  const [first, second] = [await taken(), await taken()];
  till.issuer.refundElsewhere(await captureIdOf(second));
  await rig.lose();
  await rig.openAgain();
  const { id } = await rig.refund(first);
  await rig.decide(id, { action: 'close', reason: 'It is of the other one' });
  expect([await refundState(id), await stateOf(first)]).toEqual(['not_refunded', 'captured']);
  expect((await rig.refund(first)).state).toBe('refunded');
  expect(till.issuer.refundsCalled()).toHaveLength(1);
  expect((await rig.refund(second)).state).toBe('refunded');
  expect(till.issuer.refundsCalled()).toHaveLength(1);
});

it('a manager attaches a found refund, even a week after the restore', async () => {
  const [first, second] = [await taken(), await taken()];
  till.issuer.refundElsewhere(await captureIdOf(first));
  await rig.lose();
  await rig.openAgain();
  till.clock.jump(7 * 24 * 60 * MINUTE_MS);
  const { id, state } = await rig.refund(first);
  expect(state).toBe('manager');
  const transactionId = (await caseOf(id))?.candidates[0]?.transactionId ?? '';
  await rig.decide(id, { action: 'attach', reason: 'The customer has it', transactionId });
  expect([await refundState(id), await stateOf(first), await stateOf(second)]).toEqual([
    'refunded',
    'refunded',
    'captured',
  ]);
});

it('a refund from before the gap is not evidence, and the redemption is refunded as usual', async () => {
  const first = await taken();
  till.issuer.captureElsewhere(REF, 1000);
  till.issuer.refundElsewhere(till.issuer.ledger()[1]?.captureId ?? '');
  await till.clock.advance(60 * MINUTE_MS);
  await rig.lose();
  await rig.openAgain();
  expect((await rig.refund(first)).state).toBe('refunded');
  expect(till.issuer.refundsCalled()).toHaveLength(1);
});

it('a refund that was in progress at the backup is not settled by the refund of another redemption', async () => {
  const [first, second] = [await taken(), await taken()];
  till.issuer.failNextRefund({ commit: 'never', answer: 'lost' });
  const id = randomUUID();
  const giving = till.refunds.put(MEI, id, { tenderId: first, reason: 'wrong voucher' });
  await till.clock.advance(1);
  till.issuer.refundElsewhere(await captureIdOf(second));
  await rig.lose();
  await rig.openAgain();
  await giving;
  await till.clock.advance(MINUTE_MS);
  expect([await refundState(id), await stateOf(first)]).toEqual(['manager', 'captured']);
});

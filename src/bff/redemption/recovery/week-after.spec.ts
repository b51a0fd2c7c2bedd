import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { besideAccess } from '../../../testing/rigs/cases.ts';
import { createGapRig, type GapRig, NEW_TILL, WEB_SHOP } from '../../../testing/rigs/gap-rig.ts';
import { ANA, BEN, MEI } from '../../../testing/rigs/till.ts';
import type { Caller } from '../../platform/http/caller.ts';

/** Answers to callers within a week after a restore that lost unexplained redemptions. */

const KEPT = '1234567890';
const LOST = '1234567891';
const FRESH = '1234567892';
const DAY_MS = 24 * 60 * 60_000;
const ORIGIN = 'https://register.example';
const LINK = { amount: 2500, currency: 'SGD', reference: 'R-1', returnUrl: `${ORIGIN}/back`, state: 'one' };

let rig: GapRig;
let till: GapRig['till'];
/** Ids that the journal has, and that it lost. */
let kept: string;
const lost = randomUUID();
beforeEach(async () => {
  rig = await createGapRig();
  ({ till } = rig);
  for (const ref of [KEPT, LOST, FRESH]) till.issuer.add(ref, { amount: 20_000, currency: 'SGD' });
  await till.registers.add(MEI, { origin: ORIGIN, name: 'Front register' });
  kept = (await rig.take(WEB_SHOP, KEPT, 500, { saleId: 'order-1' })).id;
  await till.clock.advance(2 * 60_000);
  till.issuer.captureElsewhere(LOST, 1000);
  await rig.lose();
  await rig.openAgain();
});

/** The answer to a query for an id: its state, or the refusal. */
const toldOf = (caller: Caller, id: string) =>
  till.tenders.get(caller, id).then(
    ({ state }) => state,
    ({ code }: { code: string }) => code,
  );
const toldOfSale = (caller: Caller, id: string) =>
  till.tenders.sale(caller, id, null).then(
    ({ taken }) => taken,
    ({ code }: { code: string }) => code,
  );
async function soldByLink(caller: Caller, reference: string, code: string, amount: number): Promise<string> {
  const { view } = await till.payLinks.put(caller, randomUUID(), { ...LINK, reference, state: reference });
  await rig.take(caller, code, amount, { saleId: view.id });
  return (await till.payLinks.back(caller, view.id, [])).outcome;
}
const caseOf = async (id: string) => (await till.attention.list()).find((item) => item.id === id);

describe('while a capture from the gap is unexplained', () => {
  it('an id is neither new nor “not received” for a caller without stored requests', async () => {
    for (const caller of [WEB_SHOP, NEW_TILL]) expect(await toldOf(caller, randomUUID())).toBe('journal-gap');
    expect(await toldOf(ANA, randomUUID())).toBe('not-found');
    expect(await toldOf(WEB_SHOP, kept)).toBe('captured');
  });
});

describe('after a manager closed its case', () => {
  beforeEach(() => rig.closeUnexplained());

  it.each([
    ['a program', WEB_SHOP],
    ['a till that was enrolled later', NEW_TILL],
    ['a till that returned', BEN],
  ])('%s gets definite answers again', async (_, caller) => {
    expect(await toldOf(caller, randomUUID())).toBe('not-found');
    expect(await till.tenders.cancel(caller, randomUUID())).toMatchObject({ state: 'cancelled' });
    expect((await rig.take(caller, FRESH)).state).toBe('captured');
    expect(await toldOfSale(caller, randomUUID())).toBe('not-found');
  });

  it('a program reads its own sale and can refund it', async () => {
    expect(await toldOfSale(WEB_SHOP, 'order-1')).toBe(500);
    expect((await rig.refund(kept, WEB_SHOP)).state).toBe('refunded');
    expect(till.issuer.refundsCalled()).toHaveLength(1);
  });

  it('a link sale captured on a new till is signed as redeemed', async () => {
    expect(await soldByLink(NEW_TILL, 'R-2', FRESH, 2000)).toBe('taken');
  });

  it('a program repeating a lost request a week later is not charged twice, because a manager attaches the capture', async () => {
    till.clock.jump(7 * DAY_MS);
    expect((await rig.take(WEB_SHOP, LOST, 1000, { id: lost })).state).toBe('manager');
    expect(till.issuer.attempts()).toBe(1);
    const transactionId = (await caseOf(lost))?.candidates[0]?.transactionId ?? '';
    await rig.decide(lost, { action: 'attach', reason: 'Order 1029', transactionId });
    expect(await toldOf(WEB_SHOP, lost)).toBe('attached');
    expect((await rig.take(WEB_SHOP, LOST, 1000)).state).toBe('captured');
  });

  it('a new till sends one request for that voucher, and another after the manager’s decision', async () => {
    const first = await rig.take(NEW_TILL, LOST, 1500);
    expect(first.state).toBe('manager');
    await rig.decide(first.id, { action: 'close', reason: 'A new customer' });
    expect((await rig.take(NEW_TILL, LOST, 1500)).state).toBe('captured');
  });

  it('all answers are definite again after a week, and for the affected voucher after a month', async () => {
    till.clock.jump(7 * DAY_MS);
    for (const caller of [WEB_SHOP, NEW_TILL, ANA, BEN]) {
      expect(await toldOf(caller, randomUUID())).toBe('not-found');
      expect((await rig.take(caller, FRESH, 100)).state).toBe('captured');
    }
    expect(await soldByLink(NEW_TILL, 'R-3', FRESH, 2000)).toBe('taken');
    const { view } = await till.payLinks.put(NEW_TILL, randomUUID(), { ...LINK, reference: 'R-4', state: 'four' });
    expect((await till.payLinks.back(NEW_TILL, view.id, [])).outcome).toBe('cancelled');
    expect((await rig.take(BEN, LOST, 100)).state).toBe('captured');
    till.clock.jump(24 * DAY_MS);
    expect((await rig.take(WEB_SHOP, LOST, 1000)).state).toBe('captured');
  });
});

it('a capture from before the shop’s journal began causes no uncertainty', async () => {
  rig = await createGapRig();
  ({ till } = rig);
  till.issuer.add(LOST);
  till.issuer.captureElsewhere(LOST, 1000);
  await till.clock.advance(60_000);
  await rig.db.updateTable('shop').set({ created_at: till.clock.now() }).execute();
  await rig.lose();
  await rig.openAgain();
  expect(besideAccess(await till.attention.list())).toEqual([]);
  expect(await toldOf(WEB_SHOP, randomUUID())).toBe('not-found');
  expect((await rig.take(WEB_SHOP, LOST)).state).toBe('captured');
});

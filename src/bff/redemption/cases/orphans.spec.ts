import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { createOffice, type Office, refusedWith } from '../../../testing/rigs/office.ts';
import { REFUNDED_REF } from '../../../testing/rigs/refund-rig.ts';
import { MEI, readAndSweep } from '../../../testing/rigs/till.ts';

const MINUTE_MS = 60_000;
let till: Office['till'];
let act: Office['act'];
let onlyItem: Office['onlyItem'];
beforeEach(async () => {
  ({ till, act, onlyItem } = await createOffice());
});

/** Another program of the shop captures from a voucher, and the search finds it. */
async function captureElsewhere(amount: number) {
  till.issuer.captureElsewhere(REFUNDED_REF, amount);
  await readAndSweep(till, { from: till.clock.now() - MINUTE_MS, to: till.clock.now() });
  const item = await onlyItem();
  const [row] = item.candidates;
  return { id: item.id, tenderId: row?.tenderId ?? '', transactionId: row?.transactionId ?? '' };
}

it('a capture without a redemption cannot be attached, and is closed once', async () => {
  const { id, transactionId } = await captureElsewhere(700);
  await expect(act(id, { action: 'attach', transactionId })).rejects.toMatchObject(refusedWith(409, 'case-moved'));
  const both = await Promise.allSettled([act(id, { action: 'close' }), act(id, { action: 'close' })]);
  const codes = both.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []));
  expect(codes).toEqual(['case-moved']);
});

it('a manager can refund a capture without a redemption once, and the manager’s name is recorded', async () => {
  const { id, tenderId, transactionId } = await captureElsewhere(700);
  const before = await till.issuer.checkByRef(REFUNDED_REF);
  const refund = () => act(id, { action: 'refund', transactionId, reason: 'charged by mistake' });
  const both = await Promise.allSettled([refund(), refund()]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await till.tenders.get(MEI, tenderId)).toMatchObject({
    state: 'refunded',
    captureId: transactionId,
    captured: { amount: 700 },
    person: MEI.person.name,
  });
  expect(await till.attention.list()).toEqual([]);
  expect(till.issuer.refundsCalled()).toHaveLength(1);
  expect(await till.issuer.checkByRef(REFUNDED_REF)).not.toEqual(before);
});

it('a refund of an orphan that names another transaction is refused', async () => {
  const { id } = await captureElsewhere(700);
  const refund = (named: { transactionId?: string }) => act(id, { action: 'refund', ...named });
  await expect(refund({})).rejects.toMatchObject(refusedWith(400, 'bad-request'));
  await expect(refund({ transactionId: 'x' })).rejects.toMatchObject(refusedWith(409, 'no-such-row'));
  expect((await onlyItem()).id).toBe(id);
});

it('a refund refused by the issuer leaves the recorded redemption, which can be refunded later', async () => {
  const { id, tenderId, transactionId } = await captureElsewhere(700);
  till.issuer.failNextRefund({ commit: 'never', answer: 'not-sent' });
  const refund = act(id, { action: 'refund', transactionId });
  await expect(refund).rejects.toMatchObject(refusedWith(409, 'not-refundable'));
  expect(await till.tenders.get(MEI, tenderId)).toMatchObject({ state: 'attached' });
  const { view } = await till.refunds.put(MEI, randomUUID(), { tenderId, reason: 'again' });
  expect(view).toMatchObject({ state: 'refunded', amount: { amount: 700 } });
});

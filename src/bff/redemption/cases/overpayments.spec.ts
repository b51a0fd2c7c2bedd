import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { createOffice, type Office, refusedWith } from '../../../testing/rigs/office.ts';
import { REFUNDED_REF } from '../../../testing/rigs/refund-rig.ts';
import { ANA } from '../../../testing/rigs/till.ts';

const OTHER_REF = '5555555555';
const SALE = randomUUID();
let office: Office;
beforeEach(async () => {
  office = await createOffice();
  office.till.issuer.add(OTHER_REF);
});

const pay = (code: string, saleDue?: number) => {
  const request = { code, amount: 700, currency: 'SGD', saleId: SALE, ...(saleDue !== undefined && { saleDue }) };
  return office.till.tenders.put(ANA, randomUUID(), request);
};

/** 7.00 of 7.00 is unknown, and a cashier collects it again; the first one is settled later. */
async function paidTwice(commit: 'now' | 'never'): Promise<void> {
  const { till, whileTimePasses } = office;
  till.issuer.failNext({ commit, answer: 'lost' });
  till.issuer.silent = true;
  const first = await whileTimePasses(pay(REFUNDED_REF));
  expect(first.view.state).toBe('unknown');
  till.issuer.silent = false;
  expect((await pay(OTHER_REF, 700)).view.state).toBe('captured');
  await till.clock.advance(620_000);
}

it('a sale paid twice by two vouchers is a case until a manager refunds one of them', async () => {
  await paidTwice('now');
  const item = await office.onlyItem();
  expect(item).toMatchObject({
    id: SALE,
    kind: 'overpaid',
    amount: { amount: 700, currency: 'SGD' },
    actions: ['refund', 'close'],
  });
  expect(item.candidates.map(({ last4, amount }) => [last4, amount])).toEqual([
    [REFUNDED_REF.slice(-4), 700],
    [OTHER_REF.slice(-4), 700],
  ]);
  await expect(office.act(SALE, { action: 'refund', transactionId: '404' })).rejects.toMatchObject(
    refusedWith(409, 'no-such-row'),
  );
  const transactionId = item.candidates[1]?.transactionId ?? '';
  expect(await office.act(SALE, { action: 'refund', transactionId })).toBeNull();
  expect(await office.till.attention.list()).toEqual([]);
});

it('a manager may close an overpayment with a reason, and it stays closed', async () => {
  await paidTwice('now');
  expect(await office.act(SALE, { action: 'close', reason: 'gave the difference in cash' })).toBeNull();
  expect(await office.till.attention.list()).toEqual([]);
});

it('a first redemption that ends as not redeemed does not cause an overpayment', async () => {
  await paidTwice('never');
  expect((await office.till.attention.list()).map(({ kind }) => kind)).toEqual(['unsettled']);
});

const report = (revision: number, due: number, collected: number | null = null) =>
  office.till.reportSaleDue(ANA, SALE, { currency: 'SGD', due, collected, revision });

it('an overpayment ends if the bill rises to the redeemed amount, and returns if that is corrected', async () => {
  await paidTwice('now');
  await report(1, 1_400);
  expect(await office.till.attention.list()).toEqual([]);
  await report(2, 1_000);
  expect((await office.onlyItem()).amount).toEqual({ amount: 400, currency: 'SGD' });
  await report(1, 1_400);
  expect((await office.onlyItem()).amount).toEqual({ amount: 400, currency: 'SGD' });
});

it('an overpayment includes the amount paid in another way', async () => {
  await paidTwice('now');
  await report(1, 1_600, 300);
  expect((await office.onlyItem()).amount).toEqual({ amount: 100, currency: 'SGD' });
  await report(2, 1_600, 200);
  expect(await office.till.attention.list()).toEqual([]);
});

/** Refunds one of the redemptions of the case, whose answer is lost. */
async function refundWithoutAnswer(commit: 'now' | 'never', index = 0): Promise<void> {
  const { candidates } = await office.onlyItem();
  const { till, whileTimePasses } = office;
  till.issuer.failNextRefund({ commit, answer: 'lost' });
  till.issuer.searchLagMs = commit === 'now' ? 120_000 : 0;
  const transactionId = candidates[index % candidates.length]?.transactionId ?? '';
  await whileTimePasses(office.act(SALE, { action: 'refund', transactionId }));
}
const overpaidNow = async () => (await office.till.attention.list()).filter(({ kind }) => kind === 'overpaid');
const refundedSum = () =>
  office.till.issuer.ledger().reduce((sum, { amount, refundId }) => sum + (refundId === null ? 0 : amount), 0);

it('an overpayment is not a case while one of its refunds is unknown, because that counts as refunded', async () => {
  await paidTwice('now');
  await refundWithoutAnswer('now');
  expect(await overpaidNow()).toEqual([]);
  await expect(office.act(SALE, { action: 'refund', transactionId: 'any' })).rejects.toMatchObject({ status: 404 });
  await office.till.clock.advance(620_000);
  expect([await overpaidNow(), refundedSum()]).toEqual([[], 700]);
});

it('an overpayment is a case again if its refund proves not to have been made', async () => {
  await paidTwice('now');
  await refundWithoutAnswer('never');
  expect(await overpaidNow()).toEqual([]);
  await office.till.clock.advance(620_000);
  expect(await overpaidNow()).toHaveLength(1);
});

it('an overpayment is refunded once, even if two managers refund its two redemptions at once', async () => {
  await paidTwice('now');
  const { candidates } = await office.onlyItem();
  const both = candidates.map(({ transactionId }) => office.act(SALE, { action: 'refund', transactionId }));
  const results = await office.whileTimePasses(Promise.allSettled(both));
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(refundedSum()).toBe(700);
});

const step = fc.record({
  commit: fc.constantFrom('now' as const, 'never' as const),
  index: fc.nat(3),
  waitMs: fc.constantFrom(0, 30_000, 620_000),
});

it('refunds never exceed the overpaid amount, whichever answers are lost', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      office = await createOffice();
      office.till.issuer.add(OTHER_REF);
      await paidTwice('now');
      for (const { commit, index, waitMs } of steps) {
        if ((await overpaidNow()).length > 0) await refundWithoutAnswer(commit, index);
        await office.till.clock.advance(waitMs);
        expect(refundedSum()).toBeLessThanOrEqual(700);
      }
    }),
    { numRuns: 20 },
  );
});

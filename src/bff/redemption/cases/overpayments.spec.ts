import { randomUUID } from 'node:crypto';
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

it('a sale that two vouchers paid twice is a case until a manager has refunded one of them', async () => {
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

it('a manager may close it with a reason, and it stays closed', async () => {
  await paidTwice('now');
  expect(await office.act(SALE, { action: 'close', reason: 'gave the difference in cash' })).toBeNull();
  expect(await office.till.attention.list()).toEqual([]);
});

it('a first redemption that took nothing makes no case of it', async () => {
  await paidTwice('never');
  expect((await office.till.attention.list()).map(({ kind }) => kind)).toEqual(['unsettled']);
});

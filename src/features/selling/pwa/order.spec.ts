import { expect, it } from 'vitest';
import { canResume, canStop, leftOn, requestsOf, totalOf, valueOfEach } from './order.ts';

const SGD = (amount: number) => ({ amount, currency: 'SGD' });

it('an order needs one request for twenty vouchers, two for twenty-one, twenty-five for five hundred', () => {
  expect([1, 20, 21, 500].map(requestsOf)).toEqual([1, 1, 2, 25]);
});

it('the total is computed for money only', () => {
  expect(totalOf(SGD(1000), 3)).toEqual(SGD(3000));
  expect(totalOf({ items: 4 }, 3)).toBeNull();
  expect(totalOf(null, 3)).toBeNull();
});

it('each voucher of an open-value product has the typed value, and any other its own value', () => {
  expect(valueOfEach({ openValue: true, worth: null }, 1550, 'SGD')).toEqual(SGD(1550));
  expect(valueOfEach({ openValue: false, worth: SGD(1000) }, 1550, 'SGD')).toEqual(SGD(1000));
  expect(valueOfEach({ openValue: null, worth: null }, null, 'SGD')).toBeNull();
});

it('an issue can be stopped while a request would follow, and resumed if vouchers are missing', () => {
  expect(canStop({ state: 'running', remainder: 21 })).toBe(true);
  expect(canStop({ state: 'unknown', remainder: 40 })).toBe(true);
  expect(canStop({ state: 'running', remainder: 20 })).toBe(false);
  expect(canStop({ state: 'stopping', remainder: 40 })).toBe(false);
  expect(canStop({ state: 'partly', remainder: 40 })).toBe(false);
  expect(canResume({ state: 'partly', remainder: 1, takenBack: null })).toBe(true);
  expect(canResume({ state: 'stopped', remainder: 1, takenBack: null })).toBe(true);
  expect(canResume({ state: 'unknown', remainder: 1, takenBack: null })).toBe(false);
  expect(canResume({ state: 'done', remainder: 0, takenBack: null })).toBe(false);
  const takenBack = { at: '2026-11-27T08:00:00Z', person: 'Mei', reason: 'Wrong product', receiptNo: null };
  expect(canResume({ state: 'stopped', remainder: 1, takenBack })).toBe(false);
});

it('the balance of a sale is the sum of its vouchers’ balances, with the number of vouchers that have one', () => {
  const of = (remaining: { amount: number; currency: string } | { items: number } | null, position: number) =>
    ({ position, status: 'active', remaining, expires: null }) as const;
  expect(leftOn([SGD(1000), SGD(0), SGD(250), null].map(of))).toEqual({ vouchers: 2, sum: SGD(1250) });
  expect(leftOn([{ items: 4 }, { items: 0 }].map(of))).toEqual({ vouchers: 1, sum: null });
});

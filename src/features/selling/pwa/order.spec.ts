import { expect, it } from 'vitest';
import { canResume, canStop, requestsOf, totalOf, worthOfEach } from './order.ts';

const SGD = (amount: number) => ({ amount, currency: 'SGD' });

it('twenty vouchers go in one request, twenty-one in two, five hundred in twenty-five', () => {
  expect([1, 20, 21, 500].map(requestsOf)).toEqual([1, 1, 2, 25]);
});

it('the total is known for money alone', () => {
  expect(totalOf(SGD(1000), 3)).toEqual(SGD(3000));
  expect(totalOf({ items: 4 }, 3)).toBeNull();
  expect(totalOf(null, 3)).toBeNull();
});

it('each voucher is worth what was typed where the product is open, and its own value where it is not', () => {
  expect(worthOfEach({ openValue: true, worth: null }, 1550, 'SGD')).toEqual(SGD(1550));
  expect(worthOfEach({ openValue: false, worth: SGD(1000) }, 1550, 'SGD')).toEqual(SGD(1000));
  expect(worthOfEach({ openValue: null, worth: null }, null, 'SGD')).toBeNull();
});

it('can be stopped while something would follow, and resumed when something is missing', () => {
  expect(canStop({ state: 'running', remainder: 21 })).toBe(true);
  expect(canStop({ state: 'unknown', remainder: 40 })).toBe(true);
  expect(canStop({ state: 'running', remainder: 20 })).toBe(false);
  expect(canStop({ state: 'stopping', remainder: 40 })).toBe(false);
  expect(canStop({ state: 'partly', remainder: 40 })).toBe(false);
  expect(canResume({ state: 'partly', remainder: 1 })).toBe(true);
  expect(canResume({ state: 'stopped', remainder: 1 })).toBe(true);
  expect(canResume({ state: 'unknown', remainder: 1 })).toBe(false);
  expect(canResume({ state: 'done', remainder: 0 })).toBe(false);
});

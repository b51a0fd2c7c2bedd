import { expect, it } from 'vitest';
import { SHOP } from '../../../testing/rigs/shops.ts';
import type { Tx } from './operations.ts';
import { combineGuards, type VoucherGuard } from './voucher-guards.ts';

const TX = {} as Tx;
const REF = '40001234420';

function guard(name: string, asked: string[], refuses = false): VoucherGuard {
  return {
    async beforeRedeem() {
      asked.push(name);
      if (refuses) throw new Error(name);
    },
    async mayRepeat() {
      asked.push(name);
      return !refuses;
    },
  };
}

it('guards run in the order of their list', async () => {
  const asked: string[] = [];
  const all = combineGuards([guard('a', asked), guard('b', asked), guard('c', asked)]);
  await all.beforeRedeem(TX, SHOP, REF);
  expect(await all.mayRepeat(SHOP, REF)).toBe(true);
  expect(asked.join('')).toBe('abcabc');
});

it('the first refusing guard is reported, and later ones do not run', async () => {
  const asked: string[] = [];
  const all = combineGuards([guard('a', asked), guard('b', asked, true), guard('c', asked, true)]);
  await expect(all.beforeRedeem(TX, SHOP, REF)).rejects.toThrow('b');
  expect(await all.mayRepeat(SHOP, REF)).toBe(false);
  expect(asked.join('')).toBe('abab');
});

it('an empty list of guards allows everything', async () => {
  const none = combineGuards([]);
  await none.beforeRedeem(TX, SHOP, REF);
  expect(await none.mayRepeat(SHOP, REF)).toBe(true);
});

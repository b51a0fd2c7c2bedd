import { expect, it } from 'vitest';
import { SHOP } from '../../../testing/rigs/shops.ts';
import type { Tx } from './operations.ts';
import { combineGuards, type VoucherGuard } from './voucher-guards.ts';

const TX = {} as Tx;
const REF = '40001234420';

function guard(name: string, asked: string[], heldAt: number | null = null): VoucherGuard {
  return {
    async beforeRedeem() {
      asked.push(name);
      if (heldAt !== null) throw new Error(name);
    },
    async holdStart() {
      asked.push(name);
      return heldAt;
    },
    async mayRepeat() {
      asked.push(name);
      return heldAt === null;
    },
  };
}

it('guards run in the order of their list', async () => {
  const asked: string[] = [];
  const all = combineGuards([guard('a', asked), guard('b', asked), guard('c', asked)]);
  await all.beforeRedeem(TX, SHOP, REF);
  expect(await all.holdStart(SHOP, REF)).toBeNull();
  expect(await all.mayRepeat(SHOP, REF)).toBe(true);
  expect(asked.join('')).toBe('abcabcabc');
});

it('the first refusing guard is reported, and later ones do not run', async () => {
  const asked: string[] = [];
  const all = combineGuards([guard('a', asked), guard('b', asked, 2), guard('c', asked, 1)]);
  await expect(all.beforeRedeem(TX, SHOP, REF)).rejects.toThrow('b');
  expect(await all.holdStart(SHOP, REF)).toBe(2);
  expect(await all.mayRepeat(SHOP, REF)).toBe(false);
  expect(asked.join('')).toBe('ababab');
});

it('an empty list of guards allows everything', async () => {
  const none = combineGuards([]);
  await none.beforeRedeem(TX, SHOP, REF);
  expect([await none.holdStart(SHOP, REF), await none.mayRepeat(SHOP, REF)]).toEqual([null, true]);
});

import { expect, it } from 'vitest';
import { isLatestBalance, type VoucherUse } from './latest-balance.ts';

const use = (id: string, second: number, more: Partial<VoucherUse> = {}): VoucherUse => ({
  id,
  last4: '7890',
  state: 'captured',
  changedAt: `2030-01-15T06:00:0${second}.000Z`,
  ...more,
});

const first = use('a', 1);

it.each<[string, VoucherUse, boolean]>([
  ['a later use of the same voucher', use('b', 2), false],
  ['a use of the same voucher that is not settled', use('b', 0, { state: 'unknown' }), false],
  ['a use that was refunded later', use('b', 3, { state: 'refunded' }), false],
  ['an earlier use', use('b', 0), true],
  ['a later attempt without a capture', use('b', 2, { state: 'declined' }), true],
  ['a later use of another voucher', use('b', 2, { last4: '1111' }), true],
])('a balance is the latest unless its voucher was used later: %s', (_, other, isLast) => {
  expect(isLatestBalance(first, [first, other])).toBe(isLast);
});

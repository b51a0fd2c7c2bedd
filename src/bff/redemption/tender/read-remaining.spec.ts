import { describe, expect, it } from 'vitest';
import { money } from '../../../contract/money/money.ts';
import { readRemaining } from './read-remaining.ts';

const DOLLARS = money(1000, 'SGD');

describe('the remaining balance that the issuer returns with a redemption', () => {
  it('is used if it has a currency', () => {
    expect(readRemaining([{ remaining_value: '4000', currency: 'SGD' }], DOLLARS)).toBe(4000);
    expect(readRemaining([{ remaining_amount: '0', currency: 'sgd' }], DOLLARS)).toBe(0);
    expect(readRemaining([{ remaining_value: '3' }], { items: 1 })).toBe(3);
  });

  it.each([
    ['no data about it', [{ status: 'Active' }], DOLLARS],
    ['no voucher', [], DOLLARS],
    ['no currency, as for items', [{ remaining_value: '3' }], DOLLARS],
    ['another currency', [{ remaining_value: '4000', currency: 'MYR' }], DOLLARS],
    ['money if items were requested', [{ remaining_value: '4000', currency: 'SGD' }], { items: 1 }],
    ['a fraction', [{ remaining_value: '40.5', currency: 'SGD' }], DOLLARS],
    ['an impossible value', [{ remaining_value: '9999999999', currency: 'SGD' }], DOLLARS],
    [
      'two vouchers',
      [
        { remaining_value: '1', currency: 'SGD' },
        { remaining_value: '2', currency: 'SGD' },
      ],
      DOLLARS,
    ],
  ])('is unknown with %s', (_, vouchers, requested) => expect(readRemaining(vouchers, requested)).toBeNull());
});

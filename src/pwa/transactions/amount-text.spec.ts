import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { majorUnits } from '../../contract/transaction-amount.ts';
import { minorUnits } from './amount-text.ts';

describe('an amount as people write it', () => {
  it('has a point or a comma, spaces or none, and may be negative', () => {
    const read = (text: string) => minorUnits(text, 2);
    expect(['12', '12.5', '12,50', ' 1 234.05 ', "1'234.05", '-3.00', '−3'].map(read)).toEqual([
      1_200, 1_250, 1_250, 123_405, 123_405, -300, -300,
    ]);
    expect([minorUnits('1200', 0), minorUnits('1.234', 3)]).toEqual([1_200, 1_234]);
  });

  it('is nothing else', () => {
    expect(['', '.', '12.345', '1,234.50', '12x', '1e3', '12345678901'].map((text) => minorUnits(text, 2))).toEqual(Array(7).fill(null));
  });

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.constantFrom('SGD', 'JPY', 'KWD'), (amount, currency) => {
        const digits = { SGD: 2, JPY: 0, KWD: 3 }[currency] ?? 2;
        expect(minorUnits(majorUnits(amount, currency), digits)).toBe(amount);
      }),
    );
  });
});

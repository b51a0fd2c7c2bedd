import fc from 'fast-check';
import { expect, it } from 'vitest';
import { majorText } from '../../contract/money.ts';
import { readAmount } from './face-value.ts';

it.each([
  ['1', 100],
  ['12.5', 1250],
  ['12,50', 1250],
  [' 1 000 ', 100_000],
  ['1,000', 100_000],
  ['1,000.00', 100_000],
  ['15.', 1500],
  ['0.99', 99],
])('%j is %i cents', (text, cents) => {
  expect(readAmount(text, 'SGD')).toBe(cents);
});

it.each(['', '.', '.50', '1.005', '1,00,00', '12.3.4', '-5', '+5', '1e3', 'ten', '$10', '٣', '1234567890'])('%j is no amount', (text) => {
  expect(readAmount(text, 'SGD')).toBeNull();
});

it('goes with the currency', () => {
  expect(readAmount('150', 'JPY')).toBe(150);
  expect(readAmount('150.5', 'JPY')).toBeNull();
  expect(readAmount('1.234', 'KWD')).toBe(1234);
});

it('reads back every amount as it is written, with a point or a comma', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.constantFrom('.', ','), (amount, mark) => {
      const text = majorText({ amount, currency: 'SGD' }).replace('.', mark);
      expect(readAmount(text, 'SGD')).toBe(amount);
    }),
  );
});

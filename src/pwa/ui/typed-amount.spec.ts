import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { majorText } from '../../contract/money/money.ts';
import { LANGUAGES } from '../../contract/platform/languages.ts';
import { majorUnits } from '../../features/transactions/contract/transaction-amount.ts';
import { createFormat } from './format.ts';
import { readAmount, readSignedAmount } from './typed-amount.ts';

describe('an amount as people write it', () => {
  it.each([
    ['1', 100],
    ['12.5', 1250],
    ['12,50', 1250],
    [' 1 000 ', 100_000],
    ['1 234.05', 123_405],
    ["1'234.05", 123_405],
    ['1\u202f234,05', 123_405],
    ['1,000', 100_000],
    ['1,000.00', 100_000],
    ['1,234.50', 123_450],
    ['1.234,50', 123_450],
    ['1.234.567,8', 123_456_780],
    ['১২.৫', 1250],
    ['௮௦', 8000],
    ['١٬٢٣٤٫٥٠', 123_450],
    ['15.', 1500],
    ['0.99', 99],
    ['80.', 8000],
    ['12,5', 1250],
    ['1,23,456.70', 12_345_670],
    ['1.234.567', 123_456_700],
    ['SGD 1,234.50', 123_450],
    ['1 234,50 SGD', 123_450],
  ])('%j is %i cents', (text, cents) => {
    expect(readAmount(text, 'SGD')).toBe(cents);
    expect(readSignedAmount(text, 'SGD', 'units')).toBe(cents);
  });

  it.each([
    '',
    '.',
    '.50',
    '1.005',
    '12.345',
    '1,00,00',
    '1.00.00,5',
    '12.3.4',
    '+5',
    '1e3',
    '12x',
    'ten',
    '$10',
    'MYR 10',
    '5+3',
    '1,2,345',
    '1,23,45',
    '1234567890',
    '12345678901',
  ])('%j is not an amount', (text) => {
    expect(readAmount(text, 'SGD')).toBeNull();
    expect(readSignedAmount(text, 'SGD', 'units')).toBeNull();
  });

  it('depends on the currency', () => {
    expect(readAmount('150', 'JPY')).toBe(150);
    expect(readAmount('1200', 'JPY')).toBe(1200);
    expect(readAmount('150.5', 'JPY')).toBeNull();
    expect(readAmount('1.234', 'KWD')).toBe(1234);
  });

  it('is refused if a comma could separate thousands or decimals', () => {
    expect(readAmount('1,234', 'KWD')).toBeNull();
    expect(readAmount('1,234.5', 'KWD')).toBe(1_234_500);
  });

  it('may be negative only if that is allowed', () => {
    expect(['-3.00', '−3', ' - 1,234.50'].map((text) => readSignedAmount(text, 'SGD', 'units'))).toEqual([
      -300, -300, -123_450,
    ]);
    expect(['-5', '−5'].map((text) => readAmount(text, 'SGD'))).toEqual([null, null]);
    expect(readSignedAmount('--5', 'SGD', 'units')).toBeNull();
    expect(readSignedAmount('-4500', 'SGD', 'cents')).toBe(-4_500);
  });

  it('is read back as it was written, with a point or a comma', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.constantFrom('.', ','), (amount, mark) => {
        const text = majorText({ amount, currency: 'SGD' }).replace('.', mark);
        expect(readAmount(text, 'SGD')).toBe(amount);
      }),
    );
  });

  it.each(Object.entries(LANGUAGES))(
    'is read as the screens write it in %s, with or without the currency',
    (_, { tag }) => {
      const format = createFormat({ locale: tag, timeZone: 'UTC', items: String, justNow: 'just now' });
      const currencies = fc.constantFrom('SGD', 'MYR', 'EUR', 'IDR', 'INR', 'JPY');
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 999_999_999 }), currencies, (amount, currency) => {
          expect(readAmount(format.money({ amount, currency }), currency)).toBe(amount);
          expect(readAmount(format.moneyParts({ amount, currency }).number, currency)).toBe(amount);
        }),
      );
    },
  );

  it('is read back from a list, in any currency and with any sign', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        fc.constantFrom('SGD', 'JPY', 'KWD'),
        (amount, currency) => {
          expect(readSignedAmount(majorUnits(amount, currency), currency, 'units')).toBe(amount);
        },
      ),
    );
  });
});

import { describe, expect, it, vi } from 'vitest';
import { isSameKind, majorText, minorDigits, money, moneySchema, withMagnitude } from './money.ts';

describe('money', () => {
  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1_000_000_001])('refuses %d minor units', (amount) => {
    expect(() => money(amount, 'SGD')).toThrow(RangeError);
  });

  it.each(['', 'sgd', 'SG', 'DOLLARS', 'XYZ', 'XAU'])('refuses the currency %j', (currency) => {
    expect(() => money(100, currency)).toThrow(RangeError);
  });

  it('is written with the decimals of its currency', () => {
    expect(majorText(money(2340, 'SGD'))).toBe('23.40');
    expect(majorText(money(5, 'SGD'))).toBe('0.05');
    expect(majorText(money(500, 'JPY'))).toBe('500');
    expect(majorText(money(1234, 'KWD'))).toBe('1.234');
    expect([minorDigits('SGD'), minorDigits('JPY'), minorDigits('KWD')]).toEqual([2, 0, 3]);
  });

  it.each([
    ['IDR', '123.45'],
    ['HUF', '123.45'],
    ['PKR', '123.45'],
    ['COP', '123.45'],
    ['MMK', '123.45'],
    ['ALL', '123.45'],
    ['IQD', '12.345'],
    ['CLF', '1.2345'],
  ])('has the decimals of ISO 4217 in %s, even if engines have others', (currency, text) => {
    expect(majorText(money(12_345, currency))).toBe(text);
  });

  it.each([0, 1, 5])('is written the same way in an engine that gives every currency %d decimals', (digits) => {
    const engine = vi.spyOn(Intl, 'NumberFormat').mockImplementation(function () {
      return { resolvedOptions: () => ({ maximumFractionDigits: digits }) } as Intl.NumberFormat;
    });
    expect(['SGD', 'IDR', 'JPY', 'KWD', 'UYW'].map(minorDigits)).toEqual([2, 2, 0, 3, 4]);
    engine.mockRestore();
  });

  it('is unchanged in a currency with unknown decimals', () => {
    expect(majorText({ amount: 12_345, currency: 'XYZ' })).toBe('12345');
  });

  it('refuses unknown fields', () => {
    expect(moneySchema.safeParse({ amount: 1, currency: 'SGD', cents: 1 }).success).toBe(false);
  });

  it('can be compared only with the same currency or items', () => {
    expect(isSameKind(money(1, 'SGD'), money(2, 'SGD'))).toBe(true);
    expect(isSameKind(money(1, 'SGD'), money(1, 'USD'))).toBe(false);
    expect(isSameKind(money(1, 'SGD'), { items: 1 })).toBe(false);
    expect(isSameKind({ items: 3 }, { items: 1 })).toBe(true);
    expect(withMagnitude({ items: 3 }, 1)).toEqual({ items: 1 });
  });
});

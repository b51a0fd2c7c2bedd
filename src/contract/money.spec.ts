import { describe, expect, it } from 'vitest';
import { majorText, minorDigits, money, moneySchema, sameKind, withMagnitude } from './money.ts';

describe('money', () => {
  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1_000_000_001])('refuses %d minor units', (amount) => {
    expect(() => money(amount, 'SGD')).toThrow(RangeError);
  });

  it.each(['', 'sgd', 'SG', 'DOLLARS'])('refuses the currency %j', (currency) => {
    expect(() => money(100, currency)).toThrow(RangeError);
  });

  it('is written with as many decimals as its currency has', () => {
    expect(majorText(money(2340, 'SGD'))).toBe('23.40');
    expect(majorText(money(5, 'SGD'))).toBe('0.05');
    expect(majorText(money(500, 'JPY'))).toBe('500');
    expect(majorText(money(1234, 'KWD'))).toBe('1.234');
    expect([minorDigits('SGD'), minorDigits('JPY'), minorDigits('KWD')]).toEqual([2, 0, 3]);
  });

  it('refuses fields that it does not know', () => {
    expect(moneySchema.safeParse({ amount: 1, currency: 'SGD', cents: 1 }).success).toBe(false);
  });

  it('is compared only with its own kind', () => {
    expect(sameKind(money(1, 'SGD'), money(2, 'SGD'))).toBe(true);
    expect(sameKind(money(1, 'SGD'), money(1, 'USD'))).toBe(false);
    expect(sameKind(money(1, 'SGD'), { items: 1 })).toBe(false);
    expect(sameKind({ items: 3 }, { items: 1 })).toBe(true);
    expect(withMagnitude({ items: 3 }, 1)).toEqual({ items: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { cardRef, issuedRef, shortUrlPin, transactionId, uuid } from './ids.ts';

describe('ids', () => {
  const numbers = Array.from({ length: 2_000 }, (_, index) => index + 1);

  it.each([
    ['transaction ids of 37 digits', (n: number) => transactionId(1, n, 1_931_313_600_000), /^[1-9]\d{36}$/],
    [
      'UUIDs v4',
      (n: number) => uuid(1, 'voucher', n),
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    ],
    ['refs of 12 letters and digits', (n: number) => issuedRef(1, n), /^[A-Z2-9]{12}$/],
    ['refs of 10 digits', (n: number) => cardRef(1, n), /^6\d{9}$/],
  ])('are %s, each different', (_, make, shape) => {
    const made = numbers.map((n) => make(n));
    expect(made.filter((id) => !shape.test(id))).toEqual([]);
    expect(new Set(made).size).toBe(numbers.length);
  });

  it('are determined by the seed', () => {
    expect(issuedRef(1, 5)).toBe(issuedRef(1, 5));
    expect(issuedRef(1, 5)).not.toBe(issuedRef(2, 5));
  });

  it('include PINs without leading zeros', () => {
    expect(numbers.map((n) => shortUrlPin(1, n)).every((pin) => pin >= 100_000 && pin <= 999_999)).toBe(true);
  });
});

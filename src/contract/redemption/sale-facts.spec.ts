import { describe, expect, it } from 'vitest';
import { receiptNoIn, receiptNoSchema, receiptShapeSchema } from './sale-facts.ts';

describe('a receipt number', () => {
  const rule = { receiptUse: 'offered', receiptShape: 'R-####' } as const;

  it('is distinguished from a voucher code by its format', () => {
    expect(receiptNoIn(rule, ' R-1029 ')).toBe('R-1029');
    expect(['1000000050', 'R-102', 'R-10290', 'xR-1029'].map((text) => receiptNoIn(rule, text))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('is never recognized if the shop has none, or has no format for it', () => {
    expect(receiptNoIn({ ...rule, receiptUse: 'off' }, 'R-1029')).toBeNull();
    expect(receiptNoIn({ ...rule, receiptShape: '' }, 'R-1029')).toBeNull();
  });

  it('cannot have a format that matches everything', () => {
    expect(['*', ' * '].map((shape) => receiptShapeSchema.safeParse(shape).success)).toEqual([false, false]);
    expect(['', 'R*', '##-@@'].every((shape) => receiptShapeSchema.safeParse(shape).success)).toBe(true);
  });

  it('is one line of visible characters', () => {
    expect(receiptNoSchema.parse(' 2026/11 no 7 ')).toBe('2026/11 no 7');
    expect(['', ' ', 'a\nb', 'a\u202eb', 'x'.repeat(41)].some((text) => receiptNoSchema.safeParse(text).success)).toBe(
      false,
    );
  });
});

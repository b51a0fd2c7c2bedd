import { describe, expect, it } from 'vitest';
import { ANY_NUMBER, type CheckDigit, fitsNumberShapes, numberShapesSchema } from './number-shapes.ts';

const fits = (number: string, shapes: readonly string[], checkDigit: CheckDigit = 'none') =>
  fitsNumberShapes({ shapes: [...shapes], checkDigit }, number);

describe('the shapes of a shop’s voucher numbers', () => {
  it('allow every number until a manager states them', () => {
    expect(fitsNumberShapes(ANY_NUMBER, '5901234123457')).toBe(true);
  });

  it.each([
    ['GC12345678', true],
    ['gc-1234-5678', true],
    ['GC1234567', false],
    ['5901234123457', false],
    ['9177', true],
    ['ABCD', false],
  ])('%s fits GC######## or 91*: %s', (number, expected) => {
    expect(fits(number, ['GC####-####', '91*'])).toBe(expected);
  });

  it('treat a UPC-A of 12 digits and the same number of 13 as one', () => {
    expect(fits('036000291452', ['0############'])).toBe(true);
    expect(fits('0036000291452', ['############'])).toBe(true);
    expect(fits('5901234123457', ['############'])).toBe(false);
  });

  it.each<[CheckDigit, string, boolean]>([
    ['mod10', '5901234123457', true],
    ['mod10', '5901234123458', false],
    ['luhn', 'GC4539578763621486', true],
    ['luhn', 'GC4539578763621487', false],
    ['luhn', 'ABCDEF', false],
  ])('with the check digit %s: %s fits: %s', (checkDigit, number, expected) => {
    expect(fits(number, [number.replace(/\d/g, '#')], checkDigit)).toBe(expected);
  });

  it.each(['', '*', 'a*b*'])('cannot be %j', (shape) => {
    expect(numberShapesSchema.safeParse({ shapes: [shape], checkDigit: 'none' }).success).toBe(false);
  });
});

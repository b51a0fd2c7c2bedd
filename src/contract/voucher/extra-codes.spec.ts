import { describe, expect, it } from 'vitest';
import { type ExtraCode, extraCodeSchema, matchesExtraCode } from './extra-codes.ts';

const itf = (shape: string): ExtraCode => ({ kind: 'ITF', charsMin: 6, charsMax: 14, shape });

describe('a shop’s own format for its codes', () => {
  it.each<[string, string, boolean]>([
    ['', '0829220875', true],
    ['', '0829', false],
    ['', '082922087508292', false],
    ['91*', '9112345678', true],
    ['91*', '1291345678', false],
    ['AB########', 'AB12345678', true],
    ['AB########', 'AB1234567X', false],
    ['@@*', 'xy12345678', true],
    ['@@*', '1y12345678', false],
    ['12.*', '12.3456', true],
    ['12.*', '1233456', false],
  ])('%j matches the code %j: %s', (shape, text, isAsked) => {
    expect(matchesExtraCode(itf(shape), text)).toBe(isAsked);
  });

  it('has at most one wildcard', () => {
    expect(extraCodeSchema.safeParse(itf('*1*')).success).toBe(false);
    expect(extraCodeSchema.safeParse(itf('1*1')).success).toBe(true);
  });
});

import { expect, it } from 'vitest';
import { parseCode } from '../voucher/voucher.ts';
import { BADGE_CHARACTERS, BADGE_LETTERS, badgeIn, badgeText } from './badge.ts';

const BADGE = badgeText('ABCDEFGHJKMNPQRSTVWXYZABCDEFGH');

it('a badge cannot be guessed, and contains no digit that could be typed into a PIN', () => {
  expect(BADGE_CHARACTERS * Math.log2(BADGE_LETTERS.length)).toBeGreaterThan(128);
  expect(BADGE).not.toMatch(/\d/);
});

it('a badge is recognized in any case, and other codes are not badges', () => {
  expect(badgeIn(` ${BADGE.toLowerCase()}\n`)).toBe(BADGE);
  for (const other of [BADGE.slice(1), `${BADGE}A`, BADGE.replace('A', '1'), '1000000050', 'R-04D675A0'])
    expect(badgeIn(other)).toBeNull();
});

it('a badge is not a voucher code, so that it is never sent to the issuer', () => {
  expect(parseCode(BADGE)).toEqual({ kind: 'refused', reason: 'badge' });
});

import { expect, it } from 'vitest';
import { parseCode } from '../voucher/voucher.ts';
import { BADGE_CHARACTERS, BADGE_LETTERS, badgeIn, badgeText } from './badge.ts';

const BADGE = badgeText('ABCDEFGHJKMNPQRSTVWXYZABCDEFGH');

it('cannot be guessed, and types no digit into a PIN', () => {
  expect(BADGE_CHARACTERS * Math.log2(BADGE_LETTERS.length)).toBeGreaterThan(128);
  expect(BADGE).not.toMatch(/\d/);
});

it('is known in any case, and nothing else is a badge', () => {
  expect(badgeIn(` ${BADGE.toLowerCase()}\n`)).toBe(BADGE);
  for (const other of [BADGE.slice(1), `${BADGE}A`, BADGE.replace('A', '1'), '1000000050', 'R-04D675A0'])
    expect(badgeIn(other)).toBeNull();
});

it('is no code of a voucher, so that it is never sent to the issuer', () => {
  expect(parseCode(BADGE)).toEqual({ kind: 'refused', reason: 'badge' });
});

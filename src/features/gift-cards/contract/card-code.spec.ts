import { describe, expect, it } from 'vitest';
import { numberKind } from '../../../contract/voucher/ref-shape.ts';
import { doubtfulNumbers, maskCardCodes } from './card-code.ts';

describe('a text entered as a sequence number', () => {
  it.each([
    ['000101', 'sequence'],
    ['00000000000000101', 'sequence'],
    ['6454800101', 'either'],
    ['645480010199', 'either'],
    ['AB123456789', 'code'],
    ['SG1234567890', 'code'],
    ['7KQ2M9XW4ZP3', 'code'],
    ['https://vouchers.example/v/3f1c9a52-7a1e-4b6f-9a39-6d7f0a1f2b3c', 'code'],
    ['https://example.org/menu', 'neither'],
    ['first', 'neither'],
    ['', 'neither'],
  ])('%s is %s', (text, kind) => expect(numberKind(text)).toBe(kind));
});

describe('a range on a list', () => {
  const range = { start: '6454800101', end: '6454800101', count: 1 };

  it.each(['waiting', 'sent', 'refused', 'unknown', 'not_sent', 'closed'] as const)(
    'shows only the last four of a code while it is %s',
    (state) => {
      expect(maskCardCodes(range, state)).toEqual({ start: '··0101', end: '··0101', count: 1 });
    },
  );

  it('is complete once the issuer has accepted its numbers, or if they cannot be codes', () => {
    expect(maskCardCodes(range, 'done')).toEqual(range);
    expect(maskCardCodes({ start: '000101', end: '000150' }, 'refused')).toEqual({ start: '000101', end: '000150' });
  });

  it('names each number that may be a code once', () => {
    expect(
      doubtfulNumbers([range, { start: '000101', end: '000150' }, { start: '6454800101', end: '6454800102' }]),
    ).toEqual(['6454800101', '6454800102']);
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultInRange } from '../contract/activation.ts';
import { cardFault, cardsOf, overlapsInList, spanFault, toCardRange } from './card-faults.ts';

const range = (start: string, end: string, count = '') => ({ start, end, count });

describe('a range that was scanned or typed', () => {
  it.each([
    ['first-missing', range('', '000150')],
    ['last-missing', range('000101', '')],
    ['not-digits', range('00A101', '000150')],
    ['not-digits', range('000101', '000150\u0660')],
    ['too-long', range('1'.repeat(33), '1'.repeat(33))],
    ['lengths-differ', range('101', '000150')],
    ['first-after-last', range('000150', '000101')],
    ['too-many', range('000000', '010000')],
    ['not-counted', range('000101', '000150')],
    ['miscounted', range('000101', '000150', '49')],
    ['miscounted', range('000101', '000150', '5O')],
    [null, range('000101', '000150', '50')],
    [null, range('000101', '000150', '050')],
    [null, range('000101', '000101', '1')],
  ])('has the error %s', (fault, typed) => {
    expect(cardFault(typed, [])).toBe(fault);
  });

  it.each([
    ['card-code', range('AB123456789', '000150', '50')],
    ['card-code', range('000101', '7KQ2M9XW4ZP3')],
    ['maybe-code', range('6454800101', '')],
    ['maybe-code', range('6454800101', '6454800150', '50')],
  ])('is not a range while it contains a number that may be the code of a card: %s', (fault, typed) => {
    expect(cardFault(typed, [])).toBe(fault);
  });

  it('may have numbers as long as a code after a person confirmed that length', () => {
    expect(cardFault(range('6454800101', '6454800150', '50'), [10])).toBeNull();
    expect(cardFault(range('AB12345678', 'AB12345679', '2'), [10])).toBe('not-digits');
    expect(cardFault(range('AB123456789', 'AB123456789', '1'), [11])).toBe('card-code');
  });

  it('is accepted exactly when the server accepts it', () => {
    const digits = fc.string({ unit: fc.constantFrom('0', '1', '9'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(digits, digits, fc.integer({ min: 0, max: 20_000 }), (start, end, count) => {
        const isTaken = toCardRange(range(start, end, String(count)), []) !== null;
        expect(isTaken).toBe(faultInRange({ start, end, count }) === null);
      }),
    );
  });

  it('has as many cards as there are numbers, both ends included', () => {
    expect(cardsOf(range('000101', '000150'))).toBe(50);
    expect(cardsOf(range('000150', '000101'))).toBeNull();
  });
});

it('ranges of a list that share a card are reported at the earlier one, and other ranges are not affected', () => {
  const list = [
    range('000101', '000150'),
    range('000150', '000160'),
    range('101', '150'),
    range('000155', ''),
    range('000105', '000106'),
  ];
  expect(list.map((typed) => spanFault(typed))).toEqual([null, null, null, 'last-missing', null]);
  const first = { start: '000101', end: '000150' };
  expect(overlapsInList(list)).toEqual([null, first, null, null, first]);
});

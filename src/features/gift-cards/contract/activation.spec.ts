import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { type CardRange } from '../../../contract/redemption/activation-request.ts';
import { cardsBetween, faultInRange, faultInRanges, firstOverlap, overlap, overlapsWith } from './activation.ts';

const range = (start: string, end: string, count: number): CardRange => ({ start, end, count });

describe('a range of cards', () => {
  it.each([
    ['a single card', range('000101', '000101', 1)],
    ['fifty cards', range('000101', '000150', 50)],
    ['as many cards as allowed', range('00000', '09999', LIMITS.cardsPerRangeMax)],
    ['numbers over 2^53', range('90071992547409930001', '90071992547409930003', 3)],
  ])('may be %s', (_, good) => {
    expect(faultInRange(good)).toBeNull();
  });

  it.each([
    ['no digits', range('', '', 1), 'start'],
    ['a letter', range('00010A', '00010B', 2), 'start'],
    ['a sign', range('-101', '-100', 2), 'start'],
    ['digits of another script', range('٠١', '٠٢', 2), 'start'],
    ['a space', range('101', '10 2', 2), 'end'],
    ['a number that is too long', range('1'.repeat(LIMITS.sequenceDigitsMax + 1), '2', 1), 'start'],
    ['ends of different lengths', range('101', '000150', 50), 'end'],
    ['an end before its start', range('150', '101', 50), 'end'],
    ['too many cards', range('00000', '10000', LIMITS.cardsPerRangeMax + 1), 'end'],
    ['a count of one card less', range('101', '150', 49), 'count'],
    ['a count of one card more', range('101', '150', 51), 'count'],
    ['a negative count', range('101', '150', -50), 'count'],
  ])('is rejected if it has %s', (_, bad, field) => {
    expect(faultInRange(bad)).toBe(field);
  });

  it('has as many cards as a person counts from start to end', () => {
    const span = fc.record({ first: fc.bigInt(0n, 10n ** 20n), more: fc.nat(LIMITS.cardsPerRangeMax - 1) });
    fc.assert(
      fc.property(span, ({ first, more }) => {
        const [start, end] = [first, first + BigInt(more)].map((number) => String(number).padStart(24, '0'));
        const counted = range(start ?? '', end ?? '', more + 1);
        expect(cardsBetween(counted)).toBe(BigInt(more + 1));
        expect(faultInRange(counted)).toBeNull();
        expect(faultInRange({ ...counted, count: more })).toBe('count');
      }),
    );
  });
});

describe('a list of ranges', () => {
  it('names its first error', () => {
    expect(faultInRanges([range('101', '101', 1), range('103', '102', 1), range('x', 'x', 1)])).toEqual({
      field: 'ranges.1.end',
      range: 1,
    });
  });

  it('cannot be empty, too long, or contain too many cards in all', () => {
    const single = (number: number) => range(String(number).padStart(6, '0'), String(number).padStart(6, '0'), 1);
    const list = (length: number) => Array.from({ length }, (_, number) => single(number));
    expect(faultInRanges([])).toEqual({ field: 'ranges', range: null });
    expect(faultInRanges(list(LIMITS.rangesMax))).toBeNull();
    expect(faultInRanges(list(LIMITS.rangesMax + 1))).toEqual({ field: 'ranges', range: null });
    const large = (index: number) => range(`${index}0000`, `${index}9999`, LIMITS.cardsPerRangeMax);
    const full = LIMITS.cardsPerActivationMax / LIMITS.cardsPerRangeMax;
    expect(faultInRanges(Array.from({ length: full }, (_, index) => large(index + 1)))).toBeNull();
    expect(faultInRanges(Array.from({ length: full + 1 }, (_, index) => large(index + 1)))).toEqual({
      field: 'ranges',
      range: null,
    });
  });
});

describe('two ranges', () => {
  const span = fc.tuple(fc.nat(999), fc.nat(50)).map(([first, more]) => ({ first, last: Math.min(999, first + more) }));
  const text = ({ first, last }: { first: number; last: number }) => ({
    start: String(first).padStart(3, '0'),
    end: String(last).padStart(3, '0'),
  });

  it('overlap when some card is in both', () => {
    fc.assert(
      fc.property(span, span, (a, b) => {
        const shared = Array.from({ length: a.last - a.first + 1 }, (_, index) => a.first + index).some(
          (card) => card >= b.first && card <= b.last,
        );
        expect(overlap(text(a), text(b))).toBe(shared);
      }),
    );
  });

  it('do not overlap if their numbers have different lengths', () => {
    expect(overlap({ start: '000101', end: '000150' }, { start: '101', end: '150' })).toBe(false);
  });

  it('are reported at the first range that overlaps an earlier one, or a range of another list', () => {
    const list = [text({ first: 1, last: 5 }), text({ first: 6, last: 9 }), text({ first: 9, last: 12 })];
    expect(firstOverlap(list)).toBe(2);
    expect(firstOverlap(list.slice(0, 2))).toBe(-1);
    expect(overlapsWith(list, [text({ first: 7, last: 7 })])).toMatchObject([{ range: 1 }]);
  });
});

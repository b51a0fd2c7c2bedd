import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PairableRow, pair } from './pairs.ts';

const END = 10_000_000;
const half = (id: string, type: PairableRow['type'], at = END, amount: number | null = 1_000): PairableRow => ({
  id,
  type,
  at,
  amount,
});
const ids = (halves: readonly PairableRow[]) =>
  pair(halves).map(([capture, authorization]) => [capture.id, authorization.id]);

describe('a capture and its authorization', () => {
  it('are paired if the authorization is at most a few minutes older', () => {
    const capture = half('c', 'capture');
    expect(ids([capture, half('a', 'authorization', END - 179_000)])).toEqual([['c', 'a']]);
    expect(ids([capture, half('a', 'authorization', END + 1_000)])).toEqual([['c', 'a']]);
    expect(ids([capture, half('a', 'authorization', END - 181_000), half('b', 'authorization', END + 3_000)])).toEqual(
      [],
    );
  });

  it('are paired by amount first, then by time', () => {
    const authorizations = [1_000, 2_000, 2_000].map((amount, index) =>
      half(`a${index}`, 'authorization', END - 3_000 + index * 1_000, amount),
    );
    const found = ids([half('large', 'capture', END + 500, 2_000), ...authorizations, half('small', 'capture')]);
    expect(found).toEqual([
      ['small', 'a0'],
      ['large', 'a2'],
    ]);
  });

  it('form the same pairs in any order', () => {
    const halves = Array.from({ length: 12 }, (_, index) =>
      half(`h${index}`, index % 2 === 0 ? 'authorization' : 'capture', END - index * 700, 100 * (index % 3)),
    );
    const wanted = ids(halves);
    fc.assert(
      fc.property(fc.shuffledSubarray(halves, { minLength: halves.length }), (shuffled) => {
        expect(ids(shuffled)).toEqual(wanted);
      }),
    );
  });
});

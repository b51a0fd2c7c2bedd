import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askFor, PAGE, pagesKept, pagesOf } from './paging.ts';

describe('a page of the list', () => {
  it('is asked for by where the page before it ended', () => {
    expect(askFor(0, new Map())).toEqual({});
    expect(askFor(3, new Map([[3, 'c']]))).toEqual({ after: 'c' });
  });

  it('that is jumped to is counted from the nearest start before it, or from the first line', () => {
    const starts = new Map([
      [2, 'b'],
      [40, 'z'],
    ]);
    expect(askFor(9, starts)).toEqual({ after: 'b', skip: 7 * PAGE });
    expect(askFor(1, starts)).toEqual({ skip: PAGE });
  });

  it('is the same page whatever is known, however the list was walked', () => {
    /* Starts say, in this list, how many lines lie before them. */
    const known = fc.uniqueArray(fc.integer({ min: 1, max: 300 })).map((pages) => new Map(pages.map((page) => [page, `${page * PAGE}`])));
    fc.assert(
      fc.property(fc.nat({ max: 300 }), known, (page, starts) => {
        const { after = '0', skip = 0 } = askFor(page, starts);
        expect(Number(after) + skip).toBe(page * PAGE);
      }),
    );
  });
});

describe('the pages that are kept', () => {
  it('hold the lines on the screen, those around them, and the first', () => {
    expect(pagesOf({ from: 0, to: 40 }, 1_000)).toEqual([0]);
    expect(pagesOf({ from: 90, to: 130 }, 1_000)).toEqual([0, 1]);
    expect(pagesKept([0], 1_000)).toEqual([0, 1]);
    expect(pagesKept([5, 6], 1_000)).toEqual([0, 4, 5, 6, 7]);
    expect(pagesKept([9], 1_000)).toEqual([0, 8, 9]);
  });

  it('are none but the first of a list without lines', () => {
    expect(pagesOf({ from: 0, to: 40 }, 0)).toEqual([]);
    expect(pagesKept([], 0)).toEqual([0]);
  });

  it('are few, hold every line that is shown, and lie inside the list', () => {
    fc.assert(
      fc.property(fc.nat({ max: 500_000 }), fc.nat({ max: 500_000 }), fc.integer({ min: 1, max: 60 }), (count, from, shown) => {
        const window = { from, to: from + shown };
        const kept = pagesKept(pagesOf(window, count), count);
        expect(kept.length).toBeLessThanOrEqual(8);
        expect(kept.every((page) => page === 0 || page * PAGE < count)).toBe(true);
        for (let line = from; line < Math.min(window.to, count); line += 1) expect(kept).toContain(Math.floor(line / PAGE));
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesAtLeast, PAGE, pageRequest, pagesOf, pagesToRetain } from './paging.ts';
import { exampleLine } from './testing/example-lines.ts';

describe('a page of the list', () => {
  it('is requested from the end of the previous page', () => {
    expect(pageRequest(0, new Map(), null)).toEqual({ take: PAGE });
    expect(pageRequest(3, new Map([[3, 'c']]), 1_000)).toEqual({ after: 'c', take: PAGE });
  });

  it('is counted from the nearest known start before it, or from the first line, after a jump', () => {
    const starts = new Map([
      [2, 'b'],
      [40, 'z'],
    ]);
    expect(pageRequest(9, starts, null)).toEqual({ after: 'b', skip: 7 * PAGE, take: PAGE });
    expect(pageRequest(1, starts, null)).toEqual({ skip: PAGE, take: PAGE });
  });

  it('is the same page regardless of the starts that are already known', () => {
    /* Starts say, in this list, how many lines lie before them. */
    const known = fc
      .uniqueArray(fc.integer({ min: 1, max: 300 }))
      .map((pages) => new Map(pages.map((page) => [page, `${page * PAGE}`])));
    fc.assert(
      fc.property(fc.nat({ max: 300 }), known, fc.option(fc.integer({ min: 1, max: 5_000 })), (page, starts, more) => {
        const count = more === null ? null : page * PAGE + more;
        const { after = '0', skip = 0, take, fromEnd } = pageRequest(page, starts, count);
        expect(fromEnd ? (count ?? 0) - skip - take : Number(after) + skip).toBe(page * PAGE);
        if (fromEnd) expect(take).toBe(Math.min(PAGE, more ?? 0));
        else expect(take).toBe(PAGE);
      }),
    );
  });

  it('is counted from the end if that is closer', () => {
    expect(pageRequest(49, new Map(), 4_950)).toEqual({ fromEnd: true, take: 50 });
    expect(pageRequest(40, new Map(), 5_000)).toEqual({ fromEnd: true, take: PAGE, skip: 900 });
    expect(pageRequest(20, new Map(), 5_000)).toEqual({ skip: 2_000, take: PAGE });
    expect(pageRequest(49, new Map([[45, 'y']]), 5_000)).toEqual({ after: 'y', skip: 400, take: PAGE });
  });
});

describe('a list whose lines are being counted', () => {
  const pages = (...has: readonly (readonly [lines: number, next: string | null])[]) => {
    return (page: number) => {
      const [lines, next] = has[page] ?? [];
      return lines === undefined
        ? undefined
        : { lines: Array.from({ length: lines }, (_, index) => exampleLine(`t${index}`)), next: next ?? null };
    };
  };

  it('has room for the loaded lines, and for one more page while more arrive', () => {
    expect(linesAtLeast(pages())).toBe(0);
    expect(linesAtLeast(pages([30, null]))).toBe(30);
    expect(linesAtLeast(pages([PAGE, 'a']))).toBe(2 * PAGE);
    expect(linesAtLeast(pages([PAGE, 'a'], [50, null]))).toBe(PAGE + 50);
  });
});

describe('the retained pages', () => {
  it('include the visible lines, their neighbours, and the first page', () => {
    expect(pagesOf({ from: 0, to: 40 }, 1_000)).toEqual([0]);
    expect(pagesOf({ from: 90, to: 130 }, 1_000)).toEqual([0, 1]);
    expect(pagesToRetain([0], 1_000)).toEqual([0, 1]);
    expect(pagesToRetain([5, 6], 1_000)).toEqual([0, 4, 5, 6, 7]);
    expect(pagesToRetain([9], 1_000)).toEqual([0, 8, 9]);
  });

  it('include only the first page of a list without lines', () => {
    expect(pagesOf({ from: 0, to: 40 }, 0)).toEqual([]);
    expect(pagesToRetain([], 0)).toEqual([0]);
  });

  it('are few, include every visible line, and stay within the list', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 500_000 }),
        fc.nat({ max: 500_000 }),
        fc.integer({ min: 1, max: 60 }),
        (count, from, shown) => {
          const window = { from, to: from + shown };
          const kept = pagesToRetain(pagesOf(window, count), count);
          expect(kept.length).toBeLessThanOrEqual(8);
          expect(kept.every((page) => page === 0 || page * PAGE < count)).toBe(true);
          for (let line = from; line < Math.min(window.to, count); line += 1)
            expect(kept).toContain(Math.floor(line / PAGE));
        },
      ),
    );
  });
});

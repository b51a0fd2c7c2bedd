import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrollMap } from './scroll-map.ts';

const lists = fc.record({
  count: fc.integer({ min: 1, max: 5_000_000 }),
  rowPx: fc.constantFrom(48, 72),
  viewPx: fc.integer({ min: 200, max: 900 }),
});

describe('a list that is scrolled', () => {
  it('scrolls pixel by pixel up to as many rows as a browser can draw', () => {
    const map = scrollMap(100_000, 48, 800);
    expect([map.height, map.isComplete, map.offsetAt(1_234), map.scrollTopFor(1_234)]).toEqual([
      4_800_000,
      true,
      1_234,
      1_234,
    ]);
  });

  it('is no higher than a browser can draw if it has more rows, and ends with its last row', () => {
    const map = scrollMap(500_000, 48, 800);
    expect([map.height, map.isComplete]).toEqual([15_000_000, false]);
    expect(map.offsetAt(0)).toBe(0);
    expect(map.offsetAt(15_000_000 - 800)).toBe(500_000 * 48 - 800);
  });

  it('can show every row, even if a browser scrolls by whole pixels only', () => {
    fc.assert(
      fc.property(lists, fc.nat(), ({ count, rowPx, viewPx }, any) => {
        const map = scrollMap(count, rowPx, viewPx);
        const row = any % count;
        const scrollTop = Math.round(map.scrollTopFor(row * rowPx - viewPx / 2));
        expect(scrollTop).toBeGreaterThanOrEqual(0);
        expect(scrollTop).toBeLessThanOrEqual(Math.max(0, map.height - viewPx) + 1);
        const offset = map.offsetAt(scrollTop);
        const middle = (row + 0.5) * rowPx;
        expect(middle).toBeGreaterThan(offset);
        expect(middle).toBeLessThan(offset + viewPx);
      }),
    );
  });

  it('never jumps back during scrolling, and returns to the earlier position', () => {
    fc.assert(
      fc.property(lists, fc.nat(), fc.nat(), ({ count, rowPx, viewPx }, one, other) => {
        const map = scrollMap(count, rowPx, viewPx);
        const way = Math.max(1, map.height - viewPx);
        const [less, more] = [one % way, other % way].sort((a, b) => a - b) as [number, number];
        expect(map.offsetAt(less)).toBeLessThanOrEqual(map.offsetAt(more));
        if (less < more) expect(map.offsetAt(less)).toBeLessThan(map.offsetAt(more));
        expect(map.scrollTopFor(map.offsetAt(less))).toBeCloseTo(Math.min(less, Math.max(0, map.height - viewPx)), 3);
      }),
    );
  });

  it('does not move if it fits on the screen', () => {
    expect(scrollMap(3, 48, 800).offsetAt(100)).toBe(0);
    expect(scrollMap(0, 48, 800)).toMatchObject({ height: 0, isComplete: true });
  });
});

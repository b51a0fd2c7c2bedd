import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dueDays, nextBackfill } from './plan.ts';
import { gapsIn, lengthOf, mergePeriods } from './spans.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

it('adjacent periods are merged', () => {
  expect(
    mergePeriods([
      { from: 5, to: 9 },
      { from: 0, to: 5 },
      { from: 20, to: 30 },
    ]),
  ).toEqual([
    { from: 0, to: 9 },
    { from: 20, to: 30 },
  ]);
});

it('the read and the missing parts add up to the whole, and never overlap', () => {
  const period = fc
    .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 30 }))
    .map(([from, length]) => ({ from, to: from + length }));
  fc.assert(
    fc.property(fc.array(period, { maxLength: 8 }), (read) => {
      const whole = { from: 10, to: 90 };
      const gaps = gapsIn(whole, read);
      const covered = mergePeriods(
        read
          .map(({ from, to }) => ({ from: Math.max(10, from), to: Math.min(90, to) }))
          .filter(({ from, to }) => from < to),
      );
      expect(lengthOf(gaps) + lengthOf(covered)).toBe(80);
      expect([...gaps].sort((a, b) => b.from - a.from)).toEqual(gaps);
      for (const gap of gaps) for (const one of covered) expect(gap.to <= one.from || gap.from >= one.to).toBe(true);
    }),
  );
});

it('the history is read from its newest end, in slices', () => {
  expect(nextBackfill([{ from: 0, to: 3 * HOUR }], null)).toEqual({ from: 2 * HOUR, to: 3 * HOUR });
  expect(nextBackfill([{ from: 0, to: 2 * HOUR }], 9 * DAY)).toEqual({ from: 0, to: 2 * HOUR });
  expect(nextBackfill([], null)).toBeNull();
});

it('a day is read again after it ends, and once more a day later', () => {
  const midnight = 400 * DAY;
  const yesterday = { from: midnight - DAY, to: midnight };
  const read = (beganAt: number) =>
    [1, 2, 3].map((back) => ({
      kind: 'day' as const,
      period: { from: midnight - back * DAY, to: midnight - (back - 1) * DAY },
      beganAt,
    }));
  expect(dueDays(midnight + 60_000, midnight + 60_000, read(midnight - 60_000))).toEqual([]);
  expect(dueDays(midnight + HOUR, midnight + HOUR, read(midnight - 60_000))).toContainEqual(yesterday);
  expect(dueDays(midnight + HOUR, midnight + HOUR, read(midnight + HOUR))).toEqual([]);
  expect(dueDays(midnight + 25 * HOUR, midnight + 25 * HOUR, read(midnight + HOUR))).toContainEqual(yesterday);
});

import { expect, it } from 'vitest';
import { createManualClock } from '../../../testing/clock.ts';
import { createSlidingWindow, createTokenBucket, type Permits } from './bucket.ts';

const taken = (turns: Permits): number => {
  let count = 0;
  for (; turns.waitMs() === 0; count += 1) turns.usePermit();
  return count;
};

it('a bucket is full at first, then gives what has flowed in, and never holds more than it is large', async () => {
  const clock = createManualClock();
  const bucket = createTokenBucket(clock, { perSecond: 10, most: 5 });
  expect([taken(bucket), bucket.waitMs()]).toEqual([5, 100]);
  await clock.advance(250);
  expect([taken(bucket), bucket.waitMs()]).toEqual([2, 50]);
  await clock.advance(60_000);
  expect(taken(bucket)).toBe(5);
});

it('a cap never exceeds its limit within any interval, whenever turns are taken', async () => {
  const clock = createManualClock();
  const cap = createSlidingWindow(clock, { most: 3, withinMs: 1_000 });
  cap.usePermit();
  await clock.advance(900);
  expect([taken(cap), cap.waitMs()]).toEqual([2, 100]);
  await clock.advance(100);
  expect([taken(cap), cap.waitMs()]).toEqual([1, 900]);
});

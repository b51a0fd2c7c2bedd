import { expect, it } from 'vitest';
import { createManualClock } from '../../../testing/clock.ts';
import { createSlidingWindow, createTokenBucket, type RateLimiter } from './bucket.ts';

const taken = (limiter: RateLimiter): number => {
  let count = 0;
  for (; limiter.waitMs() === 0; count += 1) limiter.usePermit();
  return count;
};

it('a bucket is full at first, refills at its rate, and never holds more permits than its size', async () => {
  const clock = createManualClock();
  const bucket = createTokenBucket(clock, { perSecond: 10, most: 5 });
  expect([taken(bucket), bucket.waitMs()]).toEqual([5, 100]);
  await clock.advance(250);
  expect([taken(bucket), bucket.waitMs()]).toEqual([2, 50]);
  await clock.advance(60_000);
  expect(taken(bucket)).toBe(5);
});

it('a sliding window never exceeds its limit in any interval, whenever permits are used', async () => {
  const clock = createManualClock();
  const cap = createSlidingWindow(clock, { most: 3, withinMs: 1_000 });
  cap.usePermit();
  await clock.advance(900);
  expect([taken(cap), cap.waitMs()]).toEqual([2, 100]);
  await clock.advance(100);
  expect([taken(cap), cap.waitMs()]).toEqual([1, 900]);
});

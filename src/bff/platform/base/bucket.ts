import type { Clock } from './ports.ts';

export interface RateLimiter {
  /** Milliseconds until a permit is available; 0 for now. */
  waitMs(): number;
  usePermit(): void;
}

export interface TokenBucket extends RateLimiter {
  /** How many permits are available now. */
  permitsLeft(): number;
}

/**
 * Token bucket: holds at most `most` permits and refills at the given rate per second; full at
 * first.
 */
export function createTokenBucket(
  clock: Pick<Clock, 'monotonic'>,
  { perSecond, most }: { perSecond: number; most: number },
): TokenBucket {
  let turns = most;
  let atMs = clock.monotonic();
  const fill = () => {
    const now = clock.monotonic();
    turns = Math.min(most, turns + ((now - atMs) * perSecond) / 1_000);
    atMs = now;
  };
  return {
    waitMs() {
      fill();
      return turns >= 1 ? 0 : Math.ceil(((1 - turns) * 1_000) / perSecond);
    },
    usePermit() {
      turns -= 1;
    },
    permitsLeft() {
      fill();
      return Math.max(0, Math.floor(turns));
    },
  };
}

/**
 * Gives at most `most` permits in any period of `withinMs`. Unlike a token bucket, which refills
 * during use, it never allows twice as many in the first period.
 */
export function createSlidingWindow(
  clock: Pick<Clock, 'monotonic'>,
  { most, withinMs }: { most: number; withinMs: number },
): RateLimiter {
  /** Times of the latest permits, in a ring. */
  const grantedMs = Array.from({ length: most }, () => Number.NEGATIVE_INFINITY);
  let oldest = 0;
  return {
    waitMs: () => Math.max(0, (grantedMs[oldest] ?? 0) + withinMs - clock.monotonic()),
    usePermit() {
      grantedMs[oldest] = clock.monotonic();
      oldest = (oldest + 1) % most;
    },
  };
}

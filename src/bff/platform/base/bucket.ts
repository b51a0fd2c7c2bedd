import type { Clock } from './ports.ts';

export interface Turns {
  /** Milliseconds until a permit is available; 0 for now. */
  waitMs(): number;
  take(): void;
}

/**
 * Token bucket: holds at most `most` permits and refills at the given rate per second; full at
 * first.
 */
export function createBucket(
  clock: Pick<Clock, 'monotonic'>,
  { perSecond, most }: { perSecond: number; most: number },
): Turns {
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
    take() {
      turns -= 1;
    },
  };
}

/**
 * Gives at most `most` permits in any period of `withinMs`. A bucket refills while permits are
 * taken, so it would give twice as many in the first period.
 */
export function createCap(
  clock: Pick<Clock, 'monotonic'>,
  { most, withinMs }: { most: number; withinMs: number },
): Turns {
  /** Times of the latest permits, in a ring. */
  const grantedMs = Array.from({ length: most }, () => Number.NEGATIVE_INFINITY);
  let oldest = 0;
  return {
    waitMs: () => Math.max(0, (grantedMs[oldest] ?? 0) + withinMs - clock.monotonic()),
    take() {
      grantedMs[oldest] = clock.monotonic();
      oldest = (oldest + 1) % most;
    },
  };
}

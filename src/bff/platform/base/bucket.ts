import type { Clock } from './ports.ts';

/** Turns that somebody may take, as they come. */
export interface Turns {
  /** Milliseconds until there is a turn; 0 for now. */
  waitMs(): number;
  take(): void;
}

/** Holds turns and fills by so many a second, `most` at a time; full at first. */
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
 * Gives never more than `most` turns within any stretch of `withinMs`.
 *
 * A bucket fills while it is taken from, so it would give twice as many in the first stretch.
 */
export function createCap(
  clock: Pick<Clock, 'monotonic'>,
  { most, withinMs }: { most: number; withinMs: number },
): Turns {
  /** When the latest turns were given, in a ring. */
  const givenMs = Array.from({ length: most }, () => Number.NEGATIVE_INFINITY);
  let oldest = 0;
  return {
    waitMs: () => Math.max(0, (givenMs[oldest] ?? 0) + withinMs - clock.monotonic()),
    take() {
      givenMs[oldest] = clock.monotonic();
      oldest = (oldest + 1) % most;
    },
  };
}

import type { Clock } from '../bff/platform/base/ports.ts';

/** A clock that advances only when a test moves it. */
export interface ManualClock extends Clock {
  /**
   * Advances the clock. Each sleeper wakes at its own instant, and the work that it starts runs
   * before the next one wakes.
   */
  advance(ms: number): Promise<void>;
  /** Sets the wall clock alone, as an operator does: sleepers and {@link Clock.monotonic} do not notice. */
  jump(ms: number): void;
  /** The number of running sleeps. */
  sleepers(): number;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * @param startMs the initial value of {@link Clock.now}, milliseconds since 1970 UTC
 * @param quiet waits for the work of another process, which takes no time of this clock
 */
export function createManualClock(startMs = Date.UTC(2030, 0, 15, 9), quiet = idle): ManualClock {
  let elapsed = 0;
  let wall = startMs;
  const sleeping = new Set<Sleeper>();

  const nextUntil = (end: number) => [...sleeping].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  const moveTo = (instant: number) => {
    wall += instant - elapsed;
    elapsed = instant;
  };

  return {
    now: () => wall,
    monotonic: () => elapsed,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(asError(signal.reason));
        const finish = (settle: () => void) => {
          sleeping.delete(sleeper);
          signal?.removeEventListener('abort', abort);
          settle();
        };
        const abort = () => finish(() => reject(asError(signal?.reason)));
        const sleeper: Sleeper = { at: elapsed + Math.max(0, ms), wake: () => finish(resolve) };
        sleeping.add(sleeper);
        signal?.addEventListener('abort', abort, { once: true });
      }),
    async advance(ms) {
      const end = elapsed + ms;
      await quiet();
      for (let next = nextUntil(end); next; next = nextUntil(end)) {
        moveTo(next.at);
        next.wake();
        await quiet();
      }
      moveTo(end);
      await quiet();
    },
    jump(ms) {
      wall += ms;
    },
    sleepers: () => sleeping.size,
  };
}

/** Lets promises and the event loop's ready callbacks run out, a few rounds because one may start the next. */
export async function idle(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await new Promise(setImmediate);
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted');
}

import { interruptibleSleep } from './loop.ts';
import type { Clock } from './ports.ts';

const NOT_AWAITED = new Error('no longer needed');

/**
 * Waits for a promise for at most `ms`.
 * @returns its value, or null if the time is up first; the promise itself continues
 */
export async function waitAtMost<T>(clock: Clock, ms: number, promise: Promise<T>): Promise<T | null> {
  const timer = new AbortController();
  const timeUp = interruptibleSleep(clock, ms, timer.signal).then(() => null);
  return Promise.race([promise, timeUp]).finally(() => timer.abort(NOT_AWAITED));
}

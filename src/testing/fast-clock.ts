import { type Clock, systemClock } from '../bff/platform/base/ports.ts';

/**
 * A clock that runs `times` as fast as the machine's, for tests that also wait for real processes.
 */
export function createFastClock(times: number): Clock {
  const startedAt = systemClock.now();
  const elapsed = () => systemClock.monotonic() * times;
  const first = elapsed();
  return {
    now: () => Math.round(startedAt + elapsed() - first),
    monotonic: elapsed,
    sleep: (ms, signal) => systemClock.sleep(ms / times, signal),
  };
}

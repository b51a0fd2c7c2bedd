import type { Clock } from '../../platform/base/ports.ts';
import { tooEarly } from '../operation/problems.ts';
import { CLOCK_JUMP_MS } from './limits.ts';

/**
 * Checks that the issuer can no longer act on a request. Until then, the issuer's action could
 * contradict a person's decision.
 */
export interface Window {
  /**
   * @param sentAt the time of the last attempt, by the wall clock at that time
   * @throws Problem `too-early` while the issuer may still act on the attempt
   */
  assertPassed(sentAt: number): void;
}

/**
 * Calculates W for cases that a person closes or refunds. The journal has wall clock times, whose
 * age is unknown once that clock is set. After a start of this process, and after the clock was
 * set, W therefore has to pass by the monotonic clock.
 */
export function createWindow({
  clock,
  settleWindowMs,
}: {
  readonly clock: Clock;
  readonly settleWindowMs: number;
}): Window {
  const clocks = () => clock.now() - clock.monotonic();
  let steady = { sinceMs: clock.monotonic(), clocks: clocks() };
  return {
    assertPassed(sentAt) {
      if (Math.abs(clocks() - steady.clocks) > CLOCK_JUMP_MS) steady = { sinceMs: clock.monotonic(), clocks: clocks() };
      const passedMs = Math.min(clock.now() - sentAt, clock.monotonic() - steady.sinceMs);
      if (passedMs < settleWindowMs) throw tooEarly(settleWindowMs - passedMs);
    },
  };
}

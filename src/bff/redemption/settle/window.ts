import type { Clock } from '../../platform/base/ports.ts';
import { tooEarly } from '../operation/problems.ts';
import { CLOCK_JUMP_MS } from './settle.ts';

/**
 * Checks that the issuer can no longer act on a request. A person may then take decisions that such
 * an action would contradict.
 */
export interface Window {
  /**
   * @param sentAt when it was last sent, by the wall clock of that time
   * @throws Problem `too-early` while the issuer may still act on it
   */
  assertPassed(sentAt: number): void;
}

/**
 * Calculates W for cases that a person closes or refunds. A journal records wall clock times, and
 * their age is known as long as that clock is not set. So after a start of this process, and after
 * the clock was set, W has to pass by the monotonic clock.
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

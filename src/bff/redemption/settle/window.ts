import type { Clock } from '../../platform/base/ports.ts';
import { tooEarly } from '../operation/problems.ts';
import { CLOCK_JUMP_MS } from './settle.ts';

/**
 * Whether the issuer can no longer act on what was sent.
 *
 * A person may then say or do what that would contradict.
 */
export interface Window {
  /**
   * @param sentAt when it was last sent, by the wall clock of then
   * @throws Problem `too-early` while the issuer may still act on it
   */
  assertPassed(sentAt: number): void;
}

/**
 * Reckons W for what a person closes or gives back.
 *
 * A journal tells times of the wall clock, and how long ago they were is known while nobody sets
 * that clock. So after a start of this process, and after the clock was set, W has to pass by the
 * clock that does not jump.
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

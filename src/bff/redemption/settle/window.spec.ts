import { describe, expect, it } from 'vitest';
import { createWindow } from './window.ts';

const W_MS = 210_000;
const EARLY = expect.objectContaining({ code: 'too-early' });

/** A machine's two clocks; an operator sets one of them. */
function createClocks() {
  let ranMs = 0;
  let setByMs = 0;
  const clock = {
    now: () => Date.UTC(2030, 0, 15, 9) + ranMs + setByMs,
    monotonic: () => 5_000 + ranMs,
    sleep: () => Promise.reject(new Error('nobody waits here')),
  };
  const pass = (ms: number) => void (ranMs += ms);
  return { clock, pass, set: (byMs: number) => void (setByMs += byMs) };
}

function begin() {
  const clocks = createClocks();
  const window = createWindow({ clock: clocks.clock, settleWindowMs: W_MS });
  clocks.pass(W_MS);
  const sentAt = clocks.clock.now();
  return { ...clocks, window, sentAt };
}

describe('an operation that a manager closes', () => {
  it('can be closed after W, and not a millisecond earlier', () => {
    const { pass, window, sentAt } = begin();
    pass(W_MS - 1);
    expect(() => window.assertPassed(sentAt)).toThrow(EARLY);
    pass(1);
    expect(() => window.assertPassed(sentAt)).not.toThrow();
  });

  it('does not age if the clock is set meanwhile, so W must pass again', () => {
    const { pass, set, window, sentAt } = begin();
    pass(100_000);
    set(600_000);
    expect(() => window.assertPassed(sentAt)).toThrow(EARLY);
    pass(W_MS - 1);
    expect(() => window.assertPassed(sentAt)).toThrow(EARLY);
    pass(1);
    expect(() => window.assertPassed(sentAt)).not.toThrow();
  });

  it('can be closed only W after a start, because the clock may have been set before, and the remaining time is reported', () => {
    const { clock, pass } = createClocks();
    const window = createWindow({ clock, settleWindowMs: W_MS });
    const yesterday = clock.now() - 24 * 60 * 60_000;
    pass(10_000);
    expect(() => window.assertPassed(yesterday)).toThrow(
      expect.objectContaining({ details: { retryAfterMs: W_MS - 10_000 } }),
    );
    pass(W_MS - 10_000);
    expect(() => window.assertPassed(yesterday)).not.toThrow();
  });

  it('may be closed if the clock was only slewed', () => {
    const { pass, set, window, sentAt } = begin();
    pass(W_MS);
    set(1_900);
    expect(() => window.assertPassed(sentAt)).not.toThrow();
  });
});

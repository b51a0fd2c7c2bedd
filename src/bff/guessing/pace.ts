import type { Clock } from '../base/ports.ts';
import type { Caller } from '../http/caller.ts';
import { type Problem, refuse } from '../http/problem.ts';

/** How often something may be done from one till. */
export interface Pace {
  readonly most: number;
  readonly withinMs: number;
}

/**
 * Holds each till to a pace, counted by this server.
 * @returns counts one, and throws Problem 429 `slow-down` where that is too many
 */
export function createPace(clock: Clock, { most, withinMs }: Pace): (caller: Caller) => void {
  const done = new Map<string, number[]>();
  return ({ device }) => {
    const now = clock.monotonic();
    const times = (done.get(device.id) ?? []).filter((at) => now - at < withinMs);
    const [oldest = now] = times;
    if (times.length >= most) throw tooFast(oldest + withinMs - now);
    done.set(device.id, [...times, now]);
  };
}

function tooFast(retryAfterMs: number): Problem {
  const details = { retryAfterMs: Math.ceil(retryAfterMs) };
  return refuse('slow-down', { details });
}

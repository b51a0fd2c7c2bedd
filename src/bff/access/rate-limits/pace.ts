import { createCap, type Turns } from '../../platform/base/bucket.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { refuse } from '../../platform/http/problem.ts';

/** A rate limit for one till. */
export interface Pace {
  readonly most: number;
  readonly withinMs: number;
}

/**
 * Enforces a rate limit for each till, counted by this server.
 * @returns a function that counts one action, and throws Problem 429 `slow-down` above the limit
 */
export function createPace(clock: Clock, pace: Pace): (caller: Caller) => void {
  const tills = new Map<string, Turns>();
  return ({ device }) => {
    const turns = tills.get(device.id) ?? createCap(clock, pace);
    tills.set(device.id, turns);
    const retryAfterMs = Math.ceil(turns.waitMs());
    if (retryAfterMs > 0) throw refuse('slow-down', { details: { retryAfterMs } });
    turns.take();
  };
}

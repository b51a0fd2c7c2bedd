import { createSlidingWindow, type RateLimiter } from '../../platform/base/bucket.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { refuse } from '../../platform/http/problem.ts';

/** A rate limit for one till. */
export interface DeviceLimit {
  readonly most: number;
  readonly withinMs: number;
}

/**
 * Enforces a rate limit for each till, counted by this server.
 * @returns a function that counts one action, and throws Problem 429 `slow-down` above the limit
 */
export function createDeviceLimit(clock: Clock, limit: DeviceLimit): (caller: Caller) => void {
  const tills = new Map<string, RateLimiter>();
  return ({ device }) => {
    const limiter = tills.get(device.id) ?? createSlidingWindow(clock, limit);
    tills.set(device.id, limiter);
    const retryAfterMs = Math.ceil(limiter.waitMs());
    if (retryAfterMs > 0) throw refuse('slow-down', { details: { retryAfterMs } });
    limiter.usePermit();
  };
}

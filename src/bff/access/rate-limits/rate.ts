import { LIMITS } from '../../../contract/access/limits.ts';
import { createBucket, type Turns } from '../../platform/base/bucket.ts';
import type { Clock } from '../../platform/base/ports.ts';
import { refuse } from '../../platform/http/problem.ts';

/**
 * Limits the requests of each key. Every server counts by itself, because storing each request
 * would cost more than what the limit protects.
 */
export interface Rate {
  /** @throws Problem 429 `slow-down` above the limit */
  take(keyId: string): void;
}

export function createRate(clock: Pick<Clock, 'monotonic'>): Rate {
  const keys = new Map<string, Turns>();
  return {
    take(keyId) {
      const turns = keys.get(keyId) ?? createBucket(clock, { perSecond: LIMITS.keyPerSecond, most: LIMITS.keyAtOnce });
      keys.set(keyId, turns);
      const retryAfterMs = turns.waitMs();
      if (retryAfterMs > 0) {
        const message = `A key may ask ${LIMITS.keyPerSecond} times a second.`;
        throw refuse('slow-down', { message, details: { retryAfterMs } });
      }
      turns.take();
    },
  };
}

import { createTokenBucket, type TokenBucket } from '../../../../bff/platform/base/bucket.ts';
import type { Clock } from '../../../../bff/platform/base/ports.ts';
import { refuse } from '../../../../bff/platform/http/problem.ts';
import { LIMITS } from '../../../../contract/access/limits.ts';

/**
 * Limits the requests of each key. Every server counts by itself, because storing each request
 * would cost more than the requests themselves.
 */
export interface KeyRateLimit {
  /**
   * @returns how many more requests the key may send now
   * @throws Problem 429 `slow-down` above the limit
   */
  countRequest(keyId: string): number;
}

export function createKeyRateLimit(clock: Pick<Clock, 'monotonic'>): KeyRateLimit {
  const keys = new Map<string, TokenBucket>();
  return {
    countRequest(keyId) {
      const limiter =
        keys.get(keyId) ?? createTokenBucket(clock, { perSecond: LIMITS.keyPerSecond, most: LIMITS.keyAtOnce });
      keys.set(keyId, limiter);
      const retryAfterMs = limiter.waitMs();
      if (retryAfterMs > 0) {
        const message = `A key may send ${LIMITS.keyPerSecond} requests per second.`;
        throw refuse('slow-down', { message, details: { retryAfterMs } });
      }
      limiter.usePermit();
      return limiter.permitsLeft();
    },
  };
}

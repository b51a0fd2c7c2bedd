import { LIMITS } from '../../contract/limits.ts';
import type { Clock } from '../base/ports.ts';
import { refuse } from '../http/problem.ts';

/** How often each key may ask. Every server counts by itself, because writing down each request would cost more than what it guards. */
export interface Rate {
  /** @throws Problem 429 `slow-down` for one request too many */
  take(keyId: string): void;
}

interface Bucket {
  left: number;
  /** Monotonic time of the last request. */
  at: number;
}

const PER_MS = LIMITS.keyPerSecond / 1_000;

export function createRate(clock: Pick<Clock, 'monotonic'>): Rate {
  const buckets = new Map<string, Bucket>();
  return {
    take(keyId) {
      const now = clock.monotonic();
      const before = buckets.get(keyId) ?? { left: LIMITS.keyAtOnce, at: now };
      const left = Math.min(LIMITS.keyAtOnce, before.left + (now - before.at) * PER_MS);
      buckets.set(keyId, { left: left < 1 ? left : left - 1, at: now });
      if (left >= 1) return;
      throw refuse('slow-down', {
        message: `A key may ask ${LIMITS.keyPerSecond} times a second.`,
        details: { retryAfterMs: Math.ceil((1 - left) / PER_MS) },
      });
    },
  };
}

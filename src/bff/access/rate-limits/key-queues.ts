import type { Clock } from '../../platform/base/ports.ts';
import { type Problem, refuse } from '../../platform/http/problem.ts';
import { createCodeQueues, type QueueSlot } from './code-queues.ts';
import { PACE_MS, WAITING_MAX } from './limits.ts';

/** Schedules the codes of a key: in parallel, or slowly and one at a time. */
export interface KeyQueues {
  /**
   * Waits for the turn of one code.
   * @param left the number of codes of the key that may still be wrong; 0 if its budget is used up
   * @throws Problem 429 `too-many-wrong-codes` if the queue is full
   */
  enter(keyId: string, left: () => number): Promise<QueueSlot>;
}

export function createKeyQueues(clock: Pick<Clock, 'monotonic' | 'sleep'>): KeyQueues {
  const lines = createCodeQueues();
  const turns = new Map<string, { waiting: number; lastAtMs: number }>();
  return {
    async enter(keyId, left) {
      const turn = turns.get(keyId) ?? { waiting: 0, lastAtMs: Number.NEGATIVE_INFINITY };
      turns.set(keyId, turn);
      if (left() === 0 && turn.waiting >= WAITING_MAX) throw tooManyWrongCodes(WAITING_MAX * PACE_MS);
      turn.waiting += 1;
      try {
        const slot = await lines.enter(keyId, async () => Math.max(1, left()));
        const waitMs = left() === 0 ? turn.lastAtMs + PACE_MS - clock.monotonic() : 0;
        if (waitMs > 0) await clock.sleep(waitMs);
        turn.lastAtMs = clock.monotonic();
        return slot;
      } finally {
        turn.waiting -= 1;
      }
    },
  };
}

/** @param retryAfterMs until another code may be tried */
export function tooManyWrongCodes(retryAfterMs: number): Problem {
  return refuse('too-many-wrong-codes', { details: { retryAfterMs: Math.ceil(retryAfterMs) } });
}

import type { Clock } from '../../platform/base/ports.ts';
import { type Problem, refuse } from '../../platform/http/problem.ts';
import { createCodeLines, type QueueSlot } from './code-lines.ts';

/**
 * A key that has used up its own budget is not refused, or its customers could block it for each
 * other. At this pace, a valid code still gets through, and guessing is no faster than before.
 */
const PACE_MS = 5_000;
/** Codes of one key that wait for their turn. More would wait for longer than a customer does. */
const WAITING_MAX = 5;

/** Schedules the codes of a key: at once, or one by one and slowly. */
export interface KeyTurns {
  /**
   * Waits for the turn of one code.
   * @param left how many codes of the key may still be wrong; 0 if its budget is used up
   * @throws Problem 429 `too-many-wrong-codes` if the queue is full
   */
  enter(keyId: string, left: () => number): Promise<QueueSlot>;
}

export function createKeyTurns(clock: Pick<Clock, 'monotonic' | 'sleep'>): KeyTurns {
  const lines = createCodeLines();
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

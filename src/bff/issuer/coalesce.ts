import type { Clock } from '../platform/base/ports.ts';
import type { IssuerReply } from './port.ts';

/** Combines questions about one key, asked within a short time, into one call. */
export interface Coalescer<T> {
  share(key: string, send: () => Promise<IssuerReply<T>>, signal?: AbortSignal): Promise<IssuerReply<T>>;
  /**
   * Forgets the answers for a key, or all answers for null, so that the next question is sent
   * again.
   */
  forget(key: string | null): void;
}

/**
 * Combines checks of one ref within `windowMs` into one call. Answers stay in memory no longer than
 * `windowMs`; later callers do not share an unclear one. A caller that aborts gets `unclear` at
 * once; the call continues for the others.
 */
export function createCoalescer<T>({ windowMs, clock }: { windowMs: number; clock: Clock }): Coalescer<T> {
  const calls = new Map<string, { startedAt: number; answer: Promise<IssuerReply<T>> }>();

  function dropOld(now: number): void {
    for (const [key, call] of calls) if (now - call.startedAt >= windowMs) calls.delete(key);
  }
  async function dropUnclear(key: string, answer: Promise<IssuerReply<T>>): Promise<void> {
    const { outcome } = await answer;
    if (outcome === 'unclear' && calls.get(key)?.answer === answer) calls.delete(key);
  }

  return {
    share(key, send, signal) {
      const now = clock.monotonic();
      dropOld(now);
      let call = calls.get(key);
      if (call === undefined) {
        call = { startedAt: now, answer: send() };
        calls.set(key, call);
        void dropUnclear(key, call.answer);
      }
      return untilAborted(call.answer, signal);
    },
    forget: (key) => void (key === null ? calls.clear() : calls.delete(key)),
  };
}

async function untilAborted<T>(
  answer: Promise<IssuerReply<T>>,
  signal: AbortSignal | undefined,
): Promise<IssuerReply<T>> {
  if (signal === undefined) return answer;
  let abort = () => {};
  const aborted = new Promise<IssuerReply<T>>((resolve) => {
    abort = () => resolve({ outcome: 'unclear', reason: 'cancelled' });
  });
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([aborted, answer]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

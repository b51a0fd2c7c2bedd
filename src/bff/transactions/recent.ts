import type { Clock } from '../base/ports.ts';

/** What was found lately is shared for so long by those who need no newer one. */
const RECENT_MS = 10_000;
const KEPT_MAX = 8;

/** Answers to long questions, kept for a moment. */
export interface Recent<T> {
  /** @param mayBeRecent whether an answer of the last seconds will do */
  of(question: string, mayBeRecent: boolean, ask: () => Promise<T>): Promise<T>;
}

export function createRecent<T>(clock: Pick<Clock, 'monotonic'>): Recent<T> {
  const kept = new Map<string, { readonly askedMs: number; readonly answer: Promise<T> }>();
  return {
    of(question, mayBeRecent, ask) {
      const known = kept.get(question);
      if (mayBeRecent && known && clock.monotonic() - known.askedMs < RECENT_MS) return known.answer;
      const answer = ask();
      const asked = { askedMs: clock.monotonic(), answer };
      kept.delete(question);
      kept.set(question, asked);
      for (const oldest of kept.keys()) if (kept.size > KEPT_MAX) kept.delete(oldest);
      /* Whoever asked hears why it failed; the next one asks anew. */
      answer.catch(() => kept.get(question) === asked && kept.delete(question));
      return answer;
    },
  };
}

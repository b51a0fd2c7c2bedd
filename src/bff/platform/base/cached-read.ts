import type { Clock } from './ports.ts';

/** A value that is read once and cached for a while. */
export interface CachedRead<V> {
  /**
   * Returns the value as of at most `forMs` ago. @throws errors of the read, for all callers that
   * wait for it
   */
  read(key: string): Promise<V>;
  /** Forgets the value after a change, so that the next caller reads it again. */
  forget(key: string): void;
}

/** @param forMs milliseconds; a change on another server takes effect after this time */
export function createCachedRead<V>(
  clock: Pick<Clock, 'monotonic'>,
  forMs: number,
  readNow: (key: string) => Promise<V>,
): CachedRead<V> {
  const cached = new Map<string, { readonly readMs: number; readonly reading: Promise<V> }>();
  return {
    read(key) {
      const last = cached.get(key);
      if (last && clock.monotonic() - last.readMs < forMs) return last.reading;
      const reading = readNow(key);
      const entry = { readMs: clock.monotonic(), reading };
      cached.set(key, entry);
      /* Waiting callers get the error; the next caller reads again. */
      reading.catch(() => cached.get(key) === entry && cached.delete(key));
      return reading;
    },
    forget: (key) => void cached.delete(key),
  };
}

import type { Clock } from './ports.ts';

/** A value that is read once and cached for a while. */
export interface Recent<V> {
  /**
   * Returns the value as of at most `forMs` ago. @throws errors of the read, for all callers that
   * wait for it
   */
  read(key: string): Promise<V>;
  /** The value was changed here: the next caller reads it again. */
  forget(key: string): void;
}

/** @param forMs milliseconds; a change on another server takes effect that much later */
export function createRecent<V>(
  clock: Pick<Clock, 'monotonic'>,
  forMs: number,
  readNow: (key: string) => Promise<V>,
): Recent<V> {
  const cached = new Map<string, { readonly readMs: number; readonly reading: Promise<V> }>();
  return {
    read(key) {
      const last = cached.get(key);
      if (last && clock.monotonic() - last.readMs < forMs) return last.reading;
      const reading = readNow(key);
      const entry = { readMs: clock.monotonic(), reading };
      cached.set(key, entry);
      /* Waiting callers get the error; the next one reads again. */
      reading.catch(() => cached.get(key) === entry && cached.delete(key));
      return reading;
    },
    forget: (key) => void cached.delete(key),
  };
}

import type { Clock } from './ports.ts';

/** Something that is read once, and taken for what holds for a while. */
export interface Recent<V> {
  /** As it was `forMs` ago at most. @throws what reading throws, to whoever waits for it */
  read(key: string): Promise<V>;
  /** It was changed here: whoever asks next reads it anew. */
  forget(key: string): void;
}

/** @param forMs milliseconds; a change at another server is heard of that much later */
export function createRecent<V>(
  clock: Pick<Clock, 'monotonic'>,
  forMs: number,
  readNow: (key: string) => Promise<V>,
): Recent<V> {
  const known = new Map<string, { readonly readMs: number; readonly reading: Promise<V> }>();
  return {
    read(key) {
      const last = known.get(key);
      if (last && clock.monotonic() - last.readMs < forMs) return last.reading;
      const reading = readNow(key);
      const entry = { readMs: clock.monotonic(), reading };
      known.set(key, entry);
      /* Whoever asked hears of the failure; the next one asks anew. */
      reading.catch(() => known.get(key) === entry && known.delete(key));
      return reading;
    },
    forget: (key) => void known.delete(key),
  };
}

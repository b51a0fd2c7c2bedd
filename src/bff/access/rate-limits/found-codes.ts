import { refIdentity } from '../../../contract/voucher/voucher.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Clock } from '../../platform/base/ports.ts';

/** Codes that somebody was just told are there: going on with one of them guesses nothing. */
export interface FoundCodes {
  has(name: string, code: string): boolean;
  add(name: string, code: string): void;
}

/** So many are kept; the oldest goes first. */
const KEPT_MAX = 5_000;

interface FoundCodesOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly keys: Pick<Keys, 'hash'>;
  readonly keptMs: number;
}

/** Kept in memory alone: whoever asks another server is counted as everybody is. */
export function createFoundCodes({ clock, keys, keptMs }: FoundCodesOptions): FoundCodes {
  /** Monotonic times. */
  const found = new Map<string, number>();
  const keyOf = (name: string, code: string) => keys.hash(`found:${name}:${refIdentity(code)}`);
  return {
    has(name, code) {
      const at = found.get(keyOf(name, code));
      return at !== undefined && clock.monotonic() - at < keptMs;
    },
    add(name, code) {
      const key = keyOf(name, code);
      found.delete(key);
      found.set(key, clock.monotonic());
      for (const oldest of found.keys()) {
        if (found.size <= KEPT_MAX) break;
        found.delete(oldest);
      }
    },
  };
}

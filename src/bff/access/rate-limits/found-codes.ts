import { refIdentity } from '../../../contract/voucher/voucher.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Clock } from '../../platform/base/ports.ts';

/** Codes that a caller just learned to exist: using one of them is no guess. */
export interface FoundCodes {
  has(name: string, code: string): boolean;
  add(name: string, code: string): void;
}

/** Codes kept in memory; the oldest is dropped first. */
const STORED_MAX = 5_000;

interface FoundCodesOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly keys: Pick<Keys, 'hash'>;
  readonly keptMs: number;
}

/** Kept in memory only: on another server, the usual limits apply. */
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
        if (found.size <= STORED_MAX) break;
        found.delete(oldest);
      }
    },
  };
}

import { refIdentity } from '../../../contract/voucher/voucher.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Clock } from '../../platform/base/ports.ts';
import { RECENT_CODES_STORED_MAX } from './limits.ts';

/** Codes that a caller just learned to exist, or not to exist: using one of them is no guess. */
export interface RecentCodes {
  has(name: string, code: string): boolean;
  add(name: string, code: string): void;
}

interface RecentCodesOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly keys: Pick<Keys, 'hash'>;
  readonly keptMs: number;
}

/** Kept in memory only: on another server, a code is new. */
export function createRecentCodes({ clock, keys, keptMs }: RecentCodesOptions): RecentCodes {
  /** Monotonic times. */
  const recent = new Map<string, number>();
  const keyOf = (name: string, code: string) => keys.hash(`recent:${name}:${refIdentity(code)}`);
  return {
    has(name, code) {
      const at = recent.get(keyOf(name, code));
      return at !== undefined && clock.monotonic() - at < keptMs;
    },
    add(name, code) {
      const key = keyOf(name, code);
      recent.delete(key);
      recent.set(key, clock.monotonic());
      for (const oldest of recent.keys()) {
        if (recent.size <= RECENT_CODES_STORED_MAX) break;
        recent.delete(oldest);
      }
    },
  };
}

import { refIdentity } from '../../../contract/voucher/voucher.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Caller } from '../../platform/http/caller.ts';

/** Vouchers that are looked at again and again, although nobody has used them yet. */
export interface OftenChecked {
  /** A voucher was looked at that was not used here; the trail hears of it now and then. */
  seen(caller: Caller, ref: string): Promise<void>;
}

/** Within this time looks count together. */
const WINDOW_MS = 24 * 60 * 60_000;
/** Looks that follow each other so soon are of one customer. */
const ONE_VISIT_MS = 5 * 60_000;
/** From so many visits on, and each time that so many more have come. */
const VISITS = 5;
/** So many vouchers are remembered; the one that was not seen for longest goes first. */
const KEPT_MAX = 10_000;

/** Counts in memory alone: a voucher that is watched is looked at again after a restart, too. */
export function createOftenChecked({
  clock,
  keys,
  audit,
}: Pick<Ports, 'clock' | 'audit'> & { readonly keys: Pick<Keys, 'hash'> }): OftenChecked {
  /** Monotonic times of the first look of each visit, the oldest first. */
  const visits = new Map<string, readonly number[]>();
  return {
    async seen(caller, ref) {
      const name = keys.hash(`checked:${caller.shop}:${refIdentity(ref)}`);
      const now = clock.monotonic();
      const before = (visits.get(name) ?? []).filter((at) => now - at < WINDOW_MS);
      const isSame = now - (before.at(-1) ?? Number.NEGATIVE_INFINITY) < ONE_VISIT_MS;
      const all = isSame ? before : [...before, now];
      visits.delete(name);
      visits.set(name, all);
      for (const oldest of visits.keys()) {
        if (visits.size <= KEPT_MAX) break;
        visits.delete(oldest);
      }
      if (isSame || all.length % VISITS !== 0) return;
      await audit.write({
        by: caller,
        action: 'codes.checked-often',
        details: { last4: ref.slice(-4), checks: all.length },
      });
    },
  };
}

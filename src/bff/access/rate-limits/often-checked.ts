import { refIdentity } from '../../../contract/voucher/voucher.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Caller } from '../../platform/http/caller.ts';

/** Detects vouchers that are checked again and again although they are unused. */
export interface OftenChecked {
  /**
   * Records a check of a voucher that was not used here; the audit trail gets an entry now and
   * then.
   */
  seen(caller: Caller, ref: string): Promise<void>;
}

/** Checks within this time are counted together. */
const WINDOW_MS = 24 * 60 * 60_000;
/** Checks that follow each other this quickly are one visit of a customer. */
const ONE_VISIT_MS = 5 * 60_000;
/** The trail gets an entry after this many visits, and after each further as many. */
const VISITS = 5;
/** Vouchers kept in memory; the one checked longest ago is dropped first. */
const STORED_MAX = 10_000;

/** Counts in memory only: a voucher that attracts checks is checked again after a restart, too. */
export function createOftenChecked({
  clock,
  keys,
  audit,
}: Pick<Ports, 'clock' | 'audit'> & { readonly keys: Pick<Keys, 'hash'> }): OftenChecked {
  /** Monotonic times of the first check of each visit, oldest first. */
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
        if (visits.size <= STORED_MAX) break;
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

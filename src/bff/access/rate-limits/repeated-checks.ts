import { refIdentity } from '../../../contract/voucher/voucher.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { ONE_VISIT_MS, REPEATED_CHECKS_STORED_MAX, REPEATED_CHECKS_WINDOW_MS } from './limits.ts';

/** Detects vouchers that are checked repeatedly without being redeemed. */
export interface RepeatedChecks {
  /**
   * Records a check of a voucher that was not redeemed here. The first of many repeated checks is
   * recorded in the audit trail..
   */
  recordCheck(caller: Caller, ref: string): Promise<void>;
}

/** The trail gets one entry for every this many visits. */
const VISITS = 5;

/** Counts in memory only: after a restart, a suspicious voucher soon reaches the number again. */
export function createRepeatedChecks({
  clock,
  keys,
  audit,
}: Pick<Ports, 'clock' | 'audit'> & { readonly keys: Pick<Keys, 'hash'> }): RepeatedChecks {
  /** Monotonic times of the first check of each visit, oldest first. */
  const visits = new Map<string, readonly number[]>();
  return {
    async recordCheck(caller, ref) {
      const name = keys.hash(`checked:${caller.shop}:${refIdentity(ref)}`);
      const now = clock.monotonic();
      const before = (visits.get(name) ?? []).filter((at) => now - at < REPEATED_CHECKS_WINDOW_MS);
      const isSame = now - (before.at(-1) ?? Number.NEGATIVE_INFINITY) < ONE_VISIT_MS;
      const all = isSame ? before : [...before, now];
      visits.delete(name);
      visits.set(name, all);
      for (const oldest of visits.keys()) {
        if (visits.size <= REPEATED_CHECKS_STORED_MAX) break;
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

import type { Transaction } from 'kysely';
import {
  type LimitedAmounts,
  type LimitWay,
  passedLimit,
  type SetSaleLimits,
} from '../../../contract/access/sale-limit.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { refuse } from '../../platform/http/problem.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { Settings } from '../settings/settings.ts';
import { type ApprovalKeys, takeApproval } from './approvals.ts';
import { approvalNeeded } from './problems.ts';
import type { WantedWish } from './wish-hash.ts';

/** Limits of a shop that need a manager's approval, or block a request altogether. */
export interface SaleLimits {
  /**
   * The limits that managers set, at most a second old. They are read before a transaction begins.
   */
  set(shop: Scope): Promise<SetSaleLimits>;
  /**
   * Checks that a request exceeds no limit, in the transaction that writes it. An approval that
   * allows it is used up.
   * @throws Problem as {@link neededFor}, {@link assertApproved}
   */
  assertWithin(
    tx: Transaction<Schema>,
    caller: Caller,
    wanted: WantedWish,
    of: { readonly limits: SetSaleLimits; readonly amounts: LimitedAmounts },
  ): Promise<void>;
}

export interface SaleLimitsOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly keys: ApprovalKeys;
  readonly settings: Pick<Settings, 'recent'>;
}

export function createSaleLimits({ clock, keys, settings }: SaleLimitsOptions): SaleLimits {
  return {
    set: async (shop) => (await settings.recent(shop)).saleLimits,
    async assertWithin(tx, caller, wanted, { limits, amounts }) {
      const way = neededFor(caller, limits, amounts);
      if (way === null) return;
      assertApproved(way, caller, await takeApproval(tx, { keys, now: clock.now() }, caller, wanted));
    },
  };
}

/**
 * Returns what a request that exceeds a limit needs; null for nothing.
 * @throws Problem 403 `limit-passed`; `over-limit` for a program, where no manager is present
 */
export function neededFor({ key }: Caller, limits: SetSaleLimits, amounts: LimitedAmounts): LimitWay | null {
  const way = passedLimit(limits, amounts);
  if (way !== null && key) throw refuse('over-limit', { message: 'The shop has a limit that this passes.' });
  if (way === 'never') throw refuse('limit-passed');
  return way;
}

/** @throws Problem 403 `approval-needed`, `second-person` */
export function assertApproved(way: LimitWay, { person }: Pick<Caller, 'person'>, approver: string | null): void {
  if (approver === null) throw approvalNeeded();
  if (way === 'second-person' && approver === person.id) throw refuse('second-person');
}

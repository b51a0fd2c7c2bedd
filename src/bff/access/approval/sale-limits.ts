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

/** What a shop does not let begin without a manager, or not at all. */
export interface SaleLimits {
  /** What managers have set, as of a second ago at most. It is read before a transaction. */
  set(shop: Scope): Promise<SetSaleLimits>;
  /**
   * Makes sure that a wish passes no limit, in the transaction that writes it.
   *
   * An approval that lets it pass is used up.
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
 * Says what a wish needs that passes a limit; null for nothing.
 * @throws Problem 403 `limit-passed`; `over-limit` for a program, which nobody stands beside
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

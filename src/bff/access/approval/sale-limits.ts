import type { Transaction } from 'kysely';
import {
  exceededLimitOf,
  type LimitedAmounts,
  type MetLimit,
  type SetSaleLimits,
} from '../../../contract/access/sale-limit.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { refuse } from '../../platform/http/problem.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { Settings } from '../settings/settings.ts';
import { type ApprovalKeys, useApproval } from './approvals.ts';
import type { PendingRequest } from './operation-hash.ts';
import { approvalNeeded } from './problems.ts';

/** Limits of a shop that need a manager's approval, or block a request altogether. */
export interface SaleLimits {
  /**
   * Returns the limits that managers set, at most a second old. Call it before a transaction
   * begins.
   */
  set(shop: Scope): Promise<SetSaleLimits>;
  /**
   * Checks that a request exceeds no limit, in the transaction that writes it. An approval that
   * allows it is used up.
   * @throws Problem as {@link exceededLimit}, {@link assertApproved}
   */
  assertWithin(
    tx: Transaction<Schema>,
    caller: Caller,
    request: PendingRequest,
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
    async assertWithin(tx, caller, request, { limits, amounts }) {
      const limit = exceededLimit(caller, limits, amounts);
      if (limit === null) return;
      assertApproved(limit, caller, await useApproval(tx, { keys, now: clock.now() }, caller, request));
    },
  };
}

/**
 * Returns the limit for which a request needs a manager; null for none.
 * @throws Problem 403 `limit-passed`; `over-limit` for a program, where no manager is present
 */
export function exceededLimit({ key }: Caller, limits: SetSaleLimits, amounts: LimitedAmounts): MetLimit | null {
  const limit = exceededLimitOf(limits, amounts);
  if (limit !== null && key) throw refuse('over-limit', { message: 'This is above the shop’s limit.' });
  if (limit?.way === 'never') throw refuse('limit-passed', { details: { limit } });
  return limit;
}

/** @throws Problem 403 `approval-needed`, `second-person` */
export function assertApproved(limit: MetLimit, { person }: Pick<Caller, 'person'>, approver: string | null): void {
  if (approver === null) throw approvalNeeded(limit);
  if (limit.way === 'second-person' && approver === person.id) throw refuse('second-person', { details: { limit } });
}

/** A person's ceiling within an hour, as a limit. */
export function hourLimit(kind: 'hour-sum' | 'hour-cards', above: number): MetLimit {
  return { kind, above, way: 'manager' };
}

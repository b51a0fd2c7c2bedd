import type { Kysely } from 'kysely';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { refuse } from '../../platform/http/problem.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { AgreeWithOther } from '../settings/settings.ts';
import { selectPeopleIn } from './people.ts';
import type { PinCheck } from './pin-check.ts';
import { isTrainingPerson } from './training-people.ts';

/**
 * Requires the second manager of a shop that has one: no one alone changes what limits everyone.
 */
export interface OtherManagers {
  /** True if the shop has a manager besides the caller, or had one within the last day. */
  exist(caller: Caller): Promise<boolean>;
  readonly agree: AgreeWithOther;
  /**
   * Refuses the approval of a manager whose account is younger than a day, because its creator
   * knows the PIN. The approval is accepted while the shop has no other manager with an older
   * account.
   * @throws Problem 403 `new-manager`
   */
  assertMayApprove(shop: Scope, managerId: string): Promise<void>;
}

export interface OtherManagersOptions extends Pick<Ports, 'db' | 'clock'> {
  readonly checkPin: PinCheck;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Creates the rule of the second manager. A manager who was disabled or got another role counts for
 * one more day: otherwise an attacker's first step would be to remove the other manager.
 */
export function createOtherManagers({ db, clock, checkPin }: OtherManagersOptions): OtherManagers {
  async function exist({ shop, person }: Caller): Promise<boolean> {
    const since = clock.now() - DAY_MS;
    const otherManagers = await selectPeopleIn(db, shop)
      .select('id')
      .where('id', '!=', person.id)
      .where((e) =>
        e.or([
          e.and([e('role', '=', 'manager'), e.or([e('disabled_at', 'is', null), e('disabled_at', '>', since)])]),
          e('manager_until', '>', since),
        ]),
      )
      .execute();
    return otherManagers.some(({ id }) => isTrainingPerson(person.id) || !isTrainingPerson(id));
  }

  async function assertMayApprove(shop: Scope, managerId: string): Promise<void> {
    const before = clock.now() - DAY_MS;
    const working = await workingManagers(db, shop);
    const isOld = ({ created_at, manager_since }: (typeof working)[number]) =>
      Math.max(created_at, manager_since ?? 0) <= before;
    const approver = working.find(({ id }) => id === managerId);
    const hasOlder = working.some((other) => other.id !== managerId && !isTrainingPerson(other.id) && isOld(other));
    if (hasOlder && (approver === undefined || !isOld(approver))) throw refuse('new-manager');
  }

  return {
    exist,
    assertMayApprove,
    async agree(caller, pinOfOther) {
      if (caller.visit?.office || !(await exist(caller))) return null;
      if (pinOfOther === undefined || pinOfOther.personId === caller.person.id) throw refuse('other-manager');
      const pinContext = { shop: caller.shop, deviceId: caller.device.id };
      const { id, name, role } = await checkPin(pinContext, pinOfOther.personId, pinOfOther.pin);
      if (role !== 'manager') throw refuse('other-manager');
      await assertMayApprove(caller.shop, id);
      return name;
    },
  };
}

function workingManagers(db: Kysely<Schema>, shop: Scope) {
  return selectPeopleIn(db, shop)
    .select(['id', 'created_at', 'manager_since'])
    .where('role', '=', 'manager')
    .where('disabled_at', 'is', null)
    .execute();
}

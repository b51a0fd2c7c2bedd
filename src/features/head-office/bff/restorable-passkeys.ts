import { assertManagesEverywhere } from '../../../bff/access/people/manages-everywhere.ts';
import { selectPeopleIn } from '../../../bff/access/people/people.ts';
import type { RestorableAccess } from '../../../bff/app/feature-hooks.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import { belongsToOffice } from './office-members.ts';

/**
 * Passkeys as a kind of access that a restore may bring back. Those of head office are not listed:
 * no shop decides about them.
 */
export function restorablePasskeys({ db, clock, audit }: Pick<Ports, 'db' | 'clock' | 'audit'>): RestorableAccess {
  const selectIn = (within: Ports['db'], shop: Scope) =>
    selectPeopleIn(within, shop)
      .innerJoin('passkey', 'passkey.person_id', 'person.id')
      .where('person.disabled_at', 'is', null)
      .where('passkey.revoked_at', 'is', null)
      .where('person.id', 'not in', within.selectFrom('office_member').select('person_id').where('until', 'is', null))
      .select(['passkey.id', 'person.name', 'place.role', 'passkey.name as detail'])
      .select(['passkey.created_at as at', 'person.id as personId']);

  return {
    kind: 'passkey',
    list: (shop, before) =>
      selectIn(db, shop)
        .where('passkey.created_at', '<', before)
        .orderBy('person.name')
        .orderBy('passkey.created_at')
        .execute(),
    end: (manager, id) =>
      exclusively(db, 'people', async (tx) => {
        const found = await selectIn(tx, manager.shop).where('passkey.id', '=', id).executeTakeFirst();
        if (!found) throw refuse('not-found');
        await assertManagesEverywhere(tx, manager, { id: found.personId, isOfficeMember: belongsToOffice });
        await tx.updateTable('passkey').set({ revoked_at: clock.now() }).where('id', '=', id).execute();
        const details = { name: found.name, passkey: found.detail };
        await audit.write({ by: manager, action: 'passkey.removed', subject: id, details }, tx);
      }),
  };
}

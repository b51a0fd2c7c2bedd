import type { Kysely } from 'kysely';
import type { Badges } from '../../../bff/access/people/badges.ts';
import type { Devices } from '../../../bff/access/people/devices.ts';
import { type People, selectPeopleIn } from '../../../bff/access/people/people.ts';
import { isTrainingPerson } from '../../../bff/access/people/training-people.ts';
import type { RestorableAccess } from '../../../bff/app/feature-hooks.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';

export interface RestoredPeopleDeps {
  readonly db: Kysely<Schema>;
  readonly people: Pick<People, 'change'>;
  readonly badges: Pick<Badges, 'revoke'>;
  readonly devices: Pick<Devices, 'revoke'>;
}

/** People, their badges and devices, as kinds of access that a restore may bring back. */
export function restoredPeople({ db, people, badges, devices }: RestoredPeopleDeps): readonly RestorableAccess[] {
  const working = (shop: Parameters<typeof selectPeopleIn>[1]) =>
    selectPeopleIn(db, shop).where('person.disabled_at', 'is', null).orderBy('person.name');
  return [
    {
      kind: 'person',
      async list(shop, before) {
        const rows = await working(shop)
          .select(['person.id', 'person.name', 'place.role', 'person.created_at as at'])
          .where('person.created_at', '<', before)
          .execute();
        return rows.filter(({ id }) => !isTrainingPerson(id)).map((row) => ({ ...row, personId: row.id }));
      },
      end: (manager, id) => people.change(manager, id, { disabled: true }),
    },
    {
      kind: 'badge',
      async list(shop, before) {
        const rows = await working(shop)
          .innerJoin('badge', 'badge.person_id', 'person.id')
          .select(['person.id', 'person.name', 'place.role', 'badge.made_at as at'])
          .where('badge.revoked_at', 'is', null)
          .where('badge.made_at', '<', before)
          .execute();
        return rows.map((row) => ({ ...row, personId: row.id }));
      },
      end: badges.revoke,
    },
    {
      kind: 'device',
      list: (shop, before) =>
        db
          .selectFrom('device')
          .select(['id', 'name', 'enrolled_at as at'])
          .where('shop', '=', shop)
          .where('revoked_at', 'is', null)
          .where('enrolled_at', '<', before)
          .orderBy('name')
          .execute(),
      end: devices.revoke,
    },
  ];
}

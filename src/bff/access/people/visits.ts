import type { ManagedShop, Session } from '../../../contract/access/people.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { refuse } from '../../platform/http/problem.ts';
import { acrossShops } from '../../platform/store/across-shops.ts';
import type { Sessions } from './sessions.ts';

export interface Visits {
  /** Returns the shops that the caller manages, by name; all of them for head office. */
  list(caller: Caller): Promise<ManagedShop[]>;
  /**
   * Moves the caller's session to another shop, and records it there.
   * @returns the session in that shop
   * @throws Problem 404 `not-found` for a shop that the caller does not manage
   */
  move(caller: Caller, shop: string, token: string): Promise<Session>;
}

/** Managers of several shops, and head office, open other shops from one device. */
export function createVisits({
  db,
  audit,
  sessions,
}: Pick<Ports, 'db' | 'audit'> & { readonly sessions: Sessions }): Visits {
  async function managed({ person, visit }: Caller) {
    const shops = acrossShops(db).selectFrom('shop').select(['id', 'name']).where('suspended_at', 'is', null);
    const places = acrossShops(db).selectFrom('place').select('shop').where('person_id', '=', person.id);
    const all = visit?.office ? shops : shops.where('id', 'in', places.where('role', '=', 'manager'));
    return all.orderBy('name').execute();
  }

  return {
    async list(caller) {
      const home = caller.visit?.home ?? caller.shop;
      const shops = await managed(caller);
      return shops.map(({ id, name }) => ({ id, name: name ?? '', home: id === home, current: id === caller.shop }));
    },
    async move(caller, shop, token) {
      const { device, person } = caller;
      const target = (await managed(caller)).find(({ id }) => id === shop);
      if (!target) throw refuse('not-found', { message: 'You do not manage this shop.' });
      await acrossShops(db)
        .transaction()
        .execute(async (trx) => {
          await sessions.move(token, target.id, trx);
          await audit.write({ by: { shop: target.id, device, person }, action: 'session.moved' }, trx);
        });
      const session = await sessions.find(token, device.id, true);
      if (!session) throw refuse('signed-out');
      return session;
    },
  };
}

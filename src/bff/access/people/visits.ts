import type { ManagedShop, Session } from '../../../contract/access/people.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { type StoredTerms, storedTermsSchema } from '../../platform/config/stored-shops.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { refuse } from '../../platform/http/problem.ts';
import { acrossShops } from '../../platform/store/across-shops.ts';
import type { Sessions } from './sessions.ts';

export interface Visits {
  /** Returns the shops that the caller manages, by name; all of them for head office. */
  managed(caller: Caller): Promise<VisibleShop[]>;
  /** Returns those of them that are not suspended. */
  list(caller: Caller): Promise<ManagedShop[]>;
  /**
   * Moves the caller's session to another shop, and records it there.
   * @returns the session in that shop
   * @throws Problem 404 `not-found` for a shop that the caller does not manage
   */
  move(caller: Caller, shop: string, token: string): Promise<Session>;
}

interface VisibleShop {
  readonly id: Scope;
  readonly name: string | null;
  /** Null for the shop of the settings. */
  readonly terms: StoredTerms | null;
  readonly isSuspended: boolean;
}

/** Managers of several shops, and head office, open other shops from one device. */
export function createVisits({
  db,
  audit,
  sessions,
}: Pick<Ports, 'db' | 'audit'> & { readonly sessions: Sessions }): Visits {
  async function managed({ person, visit }: Caller) {
    const shops = acrossShops(db).selectFrom('shop').select(['id', 'name', 'terms', 'suspended_at']);
    const places = acrossShops(db).selectFrom('place').select('shop').where('person_id', '=', person.id);
    const all = visit?.office ? shops : shops.where('id', 'in', places.where('role', '=', 'manager'));
    const rows = await all.orderBy('name').execute();
    return rows.map(({ suspended_at, terms, ...shop }) => ({
      ...shop,
      terms: terms === null ? null : storedTermsSchema.parse(JSON.parse(terms)),
      isSuspended: suspended_at !== null,
    }));
  }
  const open = async (caller: Caller) => (await managed(caller)).filter(({ isSuspended }) => !isSuspended);

  return {
    managed,
    async list(caller) {
      const home = caller.visit?.home ?? caller.shop;
      const shops = await open(caller);
      return shops.map(({ id, name }) => ({ id, name: name ?? '', home: id === home, current: id === caller.shop }));
    },
    async move(caller, shop, token) {
      const { device, person } = caller;
      const target = (await open(caller)).find(({ id }) => id === shop);
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

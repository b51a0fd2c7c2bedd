import type { Kysely } from 'kysely';
import type { Caller } from '../../platform/http/caller.ts';
import { refuse } from '../../platform/http/problem.ts';
import { acrossShops } from '../../platform/store/across-shops.ts';
import type { Schema } from '../../platform/store/schema.ts';

export type IsOfficeMember = (db: Kysely<Schema>, personId: string) => Promise<boolean>;

/**
 * A person has one name, one PIN and one badge in all shops: who manages only some of them may not
 * change these. Those of a member of head office belong to head office, wherever the member works.
 * @throws Problem 403 `works-elsewhere`
 */
export async function assertManagesEverywhere(
  db: Kysely<Schema>,
  { shop, person, visit }: Caller,
  { id, isOfficeMember }: { readonly id: string; readonly isOfficeMember: IsOfficeMember },
): Promise<void> {
  if (visit?.office || person.id === id) return;
  const all = acrossShops(db);
  const places = all.selectFrom('place');
  const managed = places.select('shop').where('person_id', '=', person.id).where('role', '=', 'manager');
  const elsewhere = places.select('shop').where('person_id', '=', id).where('shop', '!=', shop);
  const beyond = await elsewhere.where('shop', 'not in', managed).limit(1).executeTakeFirst();
  if (beyond || (await isOfficeMember(all, id))) throw refuse('works-elsewhere');
}

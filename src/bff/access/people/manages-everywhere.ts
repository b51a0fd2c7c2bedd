import type { Kysely } from 'kysely';
import type { Caller } from '../../platform/http/caller.ts';
import { refuse } from '../../platform/http/problem.ts';
import { acrossShops } from '../../platform/store/across-shops.ts';
import type { Schema } from '../../platform/store/schema.ts';

/**
 * A person has one name and one PIN in all shops: who manages only some of them may not change
 * these. @throws Problem 403 `works-elsewhere`
 */
export async function assertManagesEverywhere(
  db: Kysely<Schema>,
  { shop, person, visit }: Caller,
  id: string,
): Promise<void> {
  if (visit?.office) return;
  const places = acrossShops(db).selectFrom('place');
  const managed = places.select('shop').where('person_id', '=', person.id).where('role', '=', 'manager');
  const elsewhere = places.select('shop').where('person_id', '=', id).where('shop', '!=', shop);
  if (await elsewhere.where('shop', 'not in', managed).limit(1).executeTakeFirst()) throw refuse('works-elsewhere');
}

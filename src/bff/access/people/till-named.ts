import type { Transaction } from 'kysely';
import type { Scope } from '../../platform/base/scope.ts';
import { holdUntilEnd } from '../../platform/store/exclusively.ts';
import type { Schema } from '../../platform/store/schema.ts';

/**
 * Returns the till that a new device of a name takes over: the first device of that name, revoked
 * or not. Null if there was none.
 *
 * The numbers of closings go on where that till ended. No two devices get a name at the same time.
 */
export async function tillNamed(tx: Transaction<Schema>, shop: Scope, name: string): Promise<string | null> {
  await holdUntilEnd(tx, 'people');
  const devices = tx.selectFrom('device').select(['id', 'name']).where('shop', '=', shop).where('till_id', 'is', null);
  const rows = await devices.orderBy('enrolled_at').orderBy('id').execute();
  return rows.find((known) => known.name.toLowerCase() === name.toLowerCase())?.id ?? null;
}

import type { Transaction } from 'kysely';
import type { Scope } from '../../platform/base/scope.ts';
import { holdUntilEnd } from '../../platform/store/exclusively.ts';
import type { Schema } from '../../platform/store/schema.ts';

/**
 * Returns the till that a new device takes over by name: the first device with that name, revoked
 * or not. Null if no device ever had that name. The new device continues that till's numbers of
 * closings. Two devices cannot get the same name at the same time.
 */
export async function tillNamed(tx: Transaction<Schema>, shop: Scope, name: string): Promise<string | null> {
  await holdUntilEnd(tx, 'people');
  const devices = tx.selectFrom('device').select(['id', 'name']).where('shop', '=', shop).where('till_id', 'is', null);
  const rows = await devices.orderBy('enrolled_at').orderBy('id').execute();
  return rows.find((row) => row.name.toLowerCase() === name.toLowerCase())?.id ?? null;
}

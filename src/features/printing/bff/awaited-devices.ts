import type { Kysely, Transaction } from 'kysely';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { holdUntilEnd } from '../../../bff/platform/store/exclusively.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';

/** A device by name; its id is null until it is enrolled. */
export interface ExpectedDevice {
  readonly id: string | null;
  readonly name: string;
}

/** Device names are equal in any case, as for the till that a new device takes over. */
export const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Finds the device that the shop expects under a name, with its printer. */
export async function findAwaited(db: Kysely<Schema>, shop: Scope, name: string) {
  const awaited = db.selectFrom('awaited_device').select(['name', 'printer_id']).where('shop', '=', shop);
  return (await awaited.execute()).find((row) => isSameName(row.name, name));
}

/**
 * Sets the printer of a name that no device in use has; null for none. The caller has locked
 * `printing`.
 */
export async function awaitDevice(
  tx: Transaction<Schema>,
  shop: Scope,
  { name, printerId }: { readonly name: string; readonly printerId: string | null },
): Promise<void> {
  const before = await findAwaited(tx, shop, name);
  if (before) await forgetAwaited(tx, shop, before.name);
  if (printerId !== null) await tx.insertInto('awaited_device').values({ shop, name, printer_id: printerId }).execute();
}

/** Gives a new device the printer that waits for its name. Further devices of the name get none. */
export async function usePrinterOfName(
  tx: Transaction<Schema>,
  shop: Scope,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  if (!(await findAwaited(tx, shop, name))) return;
  await holdUntilEnd(tx, 'printing');
  const awaited = await findAwaited(tx, shop, name);
  /* The printer was just removed. */
  if (!awaited) return;
  await forgetAwaited(tx, shop, awaited.name);
  await tx.insertInto('device_printer').values({ device_id: id, printer_id: awaited.printer_id }).execute();
}

/**
 * Finds the device in use with a name; its id is null if there is none. The caller has locked
 * `people`.
 */
export async function findDevice(tx: Transaction<Schema>, shop: Scope, name: string): Promise<ExpectedDevice> {
  const inUse = tx.selectFrom('device').select(['id', 'name']).where('shop', '=', shop).where('revoked_at', 'is', null);
  return (await inUse.execute()).find((device) => isSameName(device.name, name)) ?? { id: null, name };
}

function forgetAwaited(tx: Transaction<Schema>, shop: Scope, name: string) {
  return tx.deleteFrom('awaited_device').where('shop', '=', shop).where('name', '=', name).execute();
}

import { endDevice } from '../../../bff/access/people/devices.ts';
import type { Enrolment } from '../../../bff/access/people/enrolment.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import type { MoveDeviceRequest } from '../contract/move-device.ts';

export interface MoveDeviceDeps extends Pick<Ports, 'db' | 'clock' | 'audit'> {
  readonly enrolment: Pick<Enrolment, 'enrol'>;
}

/**
 * Moves a device of any shop to another shop, with the credential that its browser has: the device
 * is signed out, and its page loads again in the new shop. Its operations stay in the former shop.
 * @throws Problem 404 `not-found`, 409 `name-taken` if a device of the new shop has the name
 */
export async function moveDevice(
  { person, device: from }: Caller,
  id: string,
  { shop, name }: MoveDeviceRequest,
  { clock, audit, enrolment, ...ports }: MoveDeviceDeps,
): Promise<void> {
  await exclusively(acrossShops(ports.db), 'people', async (tx) => {
    const devices = tx.selectFrom('device').where('revoked_at', 'is', null);
    const device = await devices.select(['shop', 'name', 'secret_hash']).where('id', '=', id).executeTakeFirst();
    const openShops = tx.selectFrom('shop').where('suspended_at', 'is', null);
    const target = (await openShops.select(['id', 'name']).execute()).find((one) => one.id === shop);
    if (!device || !target || device.shop === target.id) throw refuse('not-found');
    const names = await devices.select('name').where('shop', '=', target.id).execute();
    if (names.some((other) => other.name.toLowerCase() === name.toLowerCase())) throw refuse('name-taken');
    await endDevice(tx, device.shop, id, clock.now());
    const { secret_hash } = device;
    const { device: moved } = await enrolment.enrol(tx, target.id, name);
    await tx.updateTable('device').set({ secret_hash }).where('id', '=', moved.id).execute();
    const by = { person, device: from };
    const details = { name: device.name, toShop: target.name ?? '' };
    await audit.write({ by: { ...by, shop: device.shop }, action: 'device.moved', subject: id, details }, tx);
    const enrolled = { subject: moved.id, details: { name } };
    await audit.write({ by: { ...by, shop: target.id }, action: 'device.enrolled', ...enrolled }, tx);
  });
}

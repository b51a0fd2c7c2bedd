import type { Ports } from '../../platform/audit/ports.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import { forgetDeviceParts } from '../rate-limits/guess-limiter.ts';
import { selectPeopleIn } from './people.ts';

export type UnlockManagersOptions = Pick<Ports, 'shop' | 'db' | 'audit'>;

/**
 * Resets all wrong PINs and codes that could lock managers out: those for the managers, on the
 * shop's devices, and for the shop as a whole. Locks of others stay; a manager handles them. A
 * person with access to the server runs this command while the server runs. The audit trail records
 * it even if nothing was locked.
 * @returns the names of the managers
 */
export async function unlockManagers({ db, audit, shop }: UnlockManagersOptions): Promise<string[]> {
  return exclusively(db, 'guesses', async (tx) => {
    const managers = await selectPeopleIn(tx, shop)
      .select(['id', 'name'])
      .where('role', '=', 'manager')
      .where('disabled_at', 'is', null)
      .orderBy('name')
      .execute();
    const devices = await tx.selectFrom('device').select('id').where('shop', '=', shop).execute();
    const subjects = [
      ...managers.map(({ id }) => `person:${id}`),
      ...devices.map(({ id }) => `device:${id}`),
      ...['shop', 'setup', 'enrol'].map((what) => `${what}:${shop}`),
    ];
    await tx.deleteFrom('pin_guard').where('subject', 'in', subjects).execute();
    for (const { id } of devices) await forgetDeviceParts(tx, id);
    const names = managers.map(({ name }) => name);
    await audit.write(
      {
        by: { shop, person: null, device: null },
        action: 'shop.opened-at-server',
        details: { name: names.join(', ') },
      },
      tx,
    );
    return names;
  });
}

import type { Ports } from '../../platform/audit/ports.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import { forgetParts } from '../rate-limits/guessing.ts';
import { worksIn } from './people.ts';

export type LetInOptions = Pick<Ports, 'shop' | 'db' | 'audit'>;

/**
 * Resets all wrong PINs and codes that could lock managers out: those for the managers, on the
 * shop's devices, and for the shop as a whole. Locks of others stay; a manager handles them. It is
 * for a person with access to the server, while it runs. It is recorded in the audit trail even if
 * nothing was locked.
 * @returns the names of the managers
 */
export async function letManagersIn({ db, audit, shop }: LetInOptions): Promise<string[]> {
  return exclusively(db, 'guesses', async (tx) => {
    const managers = await worksIn(tx, shop)
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
    for (const { id } of devices) await forgetParts(tx, id);
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

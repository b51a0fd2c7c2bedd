import type * as z from 'zod/mini';
import type { chainSettingsSchema } from '../../../contract/access/settings.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { acrossShops } from '../../platform/store/across-shops.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import { changesIn, detailsOf } from './stored-settings.ts';

export type ChainSettings = z.infer<typeof chainSettingsSchema>;

/** Sets values for all shops, and records them in the trail of each. */
export async function writeForAll(
  { db, clock, audit }: Pick<Ports, 'db' | 'audit'> & { readonly clock: Pick<Clock, 'now'> },
  caller: Caller,
  { settings, locked }: ChainSettings,
): Promise<void> {
  const by = { person_id: caller.person.id, changed_at: clock.now(), forced: locked ? 1 : 0 };
  const changes = changesIn(settings);
  const names = changes.map(([name]) => name);
  if (names.length === 0) return;
  await exclusively(acrossShops(db), 'settings', async (tx) => {
    await tx.deleteFrom('chain_setting').where('name', 'in', names).execute();
    const rows = changes.map(([name, value]) => ({ name, value: JSON.stringify(value), ...by }));
    await tx.insertInto('chain_setting').values(rows).execute();
    const details = { ...detailsOf(changes), locked };
    for (const { id: shop } of await tx.selectFrom('shop').select('id').execute())
      await audit.write({ by: { ...caller, shop }, action: 'chain.settings-changed', details }, tx);
  });
}

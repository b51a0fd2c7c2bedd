import type { Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { chainSettingsSchema, ShopSettingName } from '../../../contract/access/settings.ts';
import type { AuditEntry } from '../../platform/audit/audit.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { SaveSettingsDeps, SettingsEditor } from './save-settings.ts';
import { changesIn, detailsOf } from './stored-settings.ts';

export type ChainSettings = z.infer<typeof chainSettingsSchema>;

/**
 * Sets values for all shops, and records them in the trail of each. The caller has locked
 * `settings`.
 */
export async function saveForAll(
  tx: Transaction<Schema>,
  by: SettingsEditor,
  { settings, locked }: ChainSettings,
  { clock, audit }: SaveSettingsDeps,
): Promise<void> {
  const changed = { person_id: by.person.id, changed_at: clock.now(), forced: locked ? 1 : 0 };
  const changes = changesIn(settings);
  const names = changes.map(([name]) => name);
  if (names.length === 0) return;
  await tx.deleteFrom('chain_setting').where('name', 'in', names).execute();
  const rows = changes.map(([name, value]) => ({ name, value: JSON.stringify(value), ...changed }));
  await tx.insertInto('chain_setting').values(rows).execute();
  await auditForAll(tx, by, { ...detailsOf(changes), locked }, audit);
}

/** Removes values for all shops, so that the usual ones apply. The caller has locked `settings`. */
export async function resetForAll(
  tx: Transaction<Schema>,
  by: SettingsEditor,
  names: readonly ShopSettingName[],
  { audit }: SaveSettingsDeps,
): Promise<void> {
  await tx.deleteFrom('chain_setting').where('name', 'in', names).execute();
  await auditForAll(tx, by, { settings: names.join(' ') }, audit);
}

async function auditForAll(
  tx: Transaction<Schema>,
  by: SettingsEditor,
  details: NonNullable<AuditEntry['details']>,
  audit: SaveSettingsDeps['audit'],
): Promise<void> {
  for (const { id: shop } of await tx.selectFrom('shop').select('id').execute())
    await audit.write({ by: { ...by, shop }, action: 'chain.settings-changed', details }, tx);
}

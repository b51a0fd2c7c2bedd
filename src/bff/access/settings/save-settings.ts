import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import type { ShopSettingName, ShopSettingsChange } from '../../../contract/access/settings.ts';
import type { Audit, AuditEntry } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { refuse } from '../../platform/http/problem.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { loosenedSettings } from './loosened.ts';
import { changesIn, detailsOf, settingsIn, storedSettings } from './stored-settings.ts';

export type SettingsEditor = AuditEntry['by'] & { readonly person: { readonly id: string } };

export interface SaveSettingsDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'write'>;
}

/** `reset`: the names of values to remove, so that those of the chain apply. */
export interface SettingsUpdate {
  readonly change: ShopSettingsChange;
  readonly reset: readonly ShopSettingName[];
}

/**
 * Returns the settings that an update of a shop loosens.
 * @throws Problem 403 `setting-locked`
 */
export async function loosenedBy(within: Kysely<Schema>, shop: Scope, { change, reset }: SettingsUpdate) {
  const stored = await storedSettings(within, shop);
  const before = settingsIn(stored);
  const names = new Set<string>(reset);
  const rest = stored.filter(({ name, origin }) => origin !== 'shop' || !names.has(name));
  const after = { ...settingsIn(rest), ...Object.fromEntries(changesIn(change)) };
  const isChanged = (name: string) => !isDeepStrictEqual(Reflect.get(before, name), Reflect.get(after, name));
  if (stored.some(({ name, origin }) => origin === 'locked' && isChanged(name))) throw refuse('setting-locked');
  return loosenedSettings(before, after);
}

/** Sets values of a shop, and removes others. The caller has locked `settings`. */
export async function saveSettings(
  tx: Transaction<Schema>,
  by: SettingsEditor,
  { change, reset }: SettingsUpdate,
  { clock, audit }: SaveSettingsDeps,
): Promise<void> {
  const { shop, person } = by;
  const changes = changesIn(change);
  if (changes.length > 0) {
    const changed = { person_id: person.id, changed_at: clock.now() };
    const rows = changes.map(([name, value]) => ({ shop, name, value: JSON.stringify(value), ...changed }));
    await tx
      .insertInto('shop_setting')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['shop', 'name']).doUpdateSet(({ ref }) => ({
          value: ref('excluded.value'),
          person_id: ref('excluded.person_id'),
          changed_at: ref('excluded.changed_at'),
        })),
      )
      .execute();
    await audit.write({ by, action: 'settings.changed', details: detailsOf(changes) }, tx);
  }
  if (reset.length === 0) return;
  await tx.deleteFrom('shop_setting').where('shop', '=', shop).where('name', 'in', reset).execute();
  await audit.write({ by, action: 'settings.reset', details: { settings: reset.join(' ') } }, tx);
}

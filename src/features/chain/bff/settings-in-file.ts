import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import { resetForAll, saveForAll } from '../../../bff/access/settings/chain-settings.ts';
import {
  loosenedBy,
  type SaveSettingsDeps,
  type SettingsEditor,
  type SettingsUpdate,
  saveSettings,
} from '../../../bff/access/settings/save-settings.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import { holdUntilEnd } from '../../../bff/platform/store/exclusively.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import {
  type ShopSettingName,
  type ShopSettingsChange,
  settingNameSchema,
  shopSettingsChangeSchema,
  shopSettingsSchema,
} from '../../../contract/access/settings.ts';

/** Settings by name, each optional; null for the value that applies without it. */
function eachSetting<S extends z.core.$ZodType>(of: (value: z.core.$ZodType) => S) {
  const entries = Object.entries(shopSettingsSchema.shape);
  return z.strictObject(Object.fromEntries(entries.map(([name, value]) => [name, z.nullish(of(value))])));
}

export const shopSettingsInFileSchema = eachSetting((value) => value);
export const chainSettingsInFileSchema = eachSetting((value) =>
  z.strictObject({ value, locked: z.boolean().default(false) }),
);
type ShopSettingsInFile = z.infer<typeof shopSettingsInFileSchema>;
type ChainSettingsInFile = z.infer<typeof chainSettingsInFileSchema>;

export type ChainSettingChange =
  | { readonly kind: 'chain-settings'; readonly settings: ShopSettingsChange; readonly locked: boolean }
  | { readonly kind: 'reset-chain-settings'; readonly names: readonly ShopSettingName[] };

/** The values that are stored for all shops, by name. */
export type StoredChainSettings = Readonly<Record<string, { readonly value: unknown; readonly locked: boolean }>>;

export async function readChainSettings(db: Kysely<Schema>): Promise<StoredChainSettings> {
  const rows = await db.selectFrom('chain_setting').selectAll().orderBy('name').execute();
  return Object.fromEntries(
    rows.map(({ name, value, forced }) => [name, { value: JSON.parse(value) as unknown, locked: forced === 1 }]),
  );
}

/** Reads the values of every shop. */
export async function readShopSettings(db: Kysely<Schema>): Promise<(shop: Scope) => ShopSettingsChange> {
  const rows = await acrossShops(db).selectFrom('shop_setting').selectAll().orderBy('name').execute();
  return (shop) =>
    valuesOf(rows.filter((row) => row.shop === shop).map(({ name, value }) => [name, JSON.parse(value)]));
}

const valuesOf = (entries: readonly (readonly [string, unknown])[]): ShopSettingsChange =>
  shopSettingsChangeSchema.parse(Object.fromEntries(entries));

const namesOf = (names: readonly string[]) => names.map((name) => settingNameSchema.parse(name));

/** Compares the values for all shops. */
export function planChainSettings(wanted: ChainSettingsInFile, stored: StoredChainSettings): ChainSettingChange[] {
  const changed = Object.entries(wanted).filter(([name, to]) => to && !isDeepStrictEqual(to, stored[name]));
  const sets = [true, false].flatMap((locked): ChainSettingChange[] => {
    const entries = changed.flatMap(([name, to]) => (to?.locked === locked ? [[name, to.value] as const] : []));
    return entries.length === 0 ? [] : [{ kind: 'chain-settings', settings: valuesOf(entries), locked }];
  });
  const names = namesOf(Object.keys(stored).filter((name) => wanted[name] === null));
  return [...(names.length === 0 ? [] : [{ kind: 'reset-chain-settings', names } as const]), ...sets];
}

/** The settings that no shop can have its own value of, once the file is applied. */
export function lockedNames(wanted: ChainSettingsInFile, stored: StoredChainSettings): Set<string> {
  const after = { ...stored, ...wanted };
  return new Set(Object.keys(after).filter((name) => after[name]?.locked));
}

/**
 * Compares the values of one shop.
 * @param place their place in the file
 * @returns null for no change
 * @throws Error with a message for the operator
 */
export function planShopSettings(
  place: string,
  wanted: ShopSettingsInFile,
  { own, locked }: { readonly own: ShopSettingsChange; readonly locked: ReadonlySet<string> },
): SettingsUpdate | null {
  const stored = new Map<string, unknown>(Object.entries(own));
  const set = Object.entries(wanted).filter(([, value]) => value !== null && value !== undefined);
  const faults = set
    .filter(([name]) => locked.has(name))
    .map(([name]) => `${place}.${name}: this setting is locked for all shops`);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const change = set.filter(([name, value]) => !isDeepStrictEqual(value, stored.get(name)));
  const reset = namesOf([...stored.keys()].filter((name) => wanted[name] === null));
  return change.length + reset.length === 0 ? null : { change: valuesOf(change), reset };
}

export async function applyChainSettings(
  tx: Transaction<Schema>,
  by: SettingsEditor,
  change: ChainSettingChange,
  deps: SaveSettingsDeps,
): Promise<void> {
  await holdUntilEnd(tx, 'settings');
  if (change.kind === 'chain-settings') await saveForAll(tx, by, change, deps);
  else await resetForAll(tx, by, change.names, deps);
}

export async function applyShopSettings(
  tx: Transaction<Schema>,
  by: SettingsEditor,
  update: SettingsUpdate,
  deps: SaveSettingsDeps,
): Promise<void> {
  await holdUntilEnd(tx, 'settings');
  const loosened = await loosenedBy(tx, by.shop, update);
  await saveSettings(tx, by, update, deps);
  const details = { settings: loosened.join(' ') };
  if (loosened.length > 0) await deps.audit.write({ by, action: 'limit.loosened', details }, tx);
}

import { type Kysely, sql } from 'kysely';
import { LIMIT_PRESETS } from '../../../contract/access/limit-presets.ts';
import {
  type SettingOrigin,
  type ShopSettings,
  type ShopSettingsChange,
  shopSettingsSchema,
} from '../../../contract/access/settings.ts';
import { USUAL_RULE } from '../../../contract/access/till-rule.ts';
import { MIDNIGHT } from '../../../contract/platform/shop-day.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Schema } from '../../platform/store/schema.ts';

/** The settings of a shop until a manager changes them. */
export const DEFAULT_SETTINGS: ShopSettings = {
  ...LIMIT_PRESETS['small-shop'],
  shopName: '',
  shopAddress: '',
  receiptFooter: '',
  ...USUAL_RULE,
  shopNames: [],
  thresholds: {},
  dayBegins: MIDNIGHT,
  openHours: { from: '', to: '' },
  closingBlind: false,
  extraCodes: [],
};

/** The later origin overrides the earlier one. */
const ORIGINS = ['chain', 'shop', 'locked'] as const satisfies readonly SettingOrigin[];

export interface StoredSetting {
  readonly name: string;
  readonly value: string;
  readonly origin: SettingOrigin;
}

/** Returns the values of the chain and of a shop; later ones override earlier ones. */
export async function storedSettings(db: Kysely<Schema>, shop: Scope): Promise<readonly StoredSetting[]> {
  const own = db.selectFrom('shop_setting').select(['name', 'value', sql<SettingOrigin>`'shop'`.as('origin')]);
  const ofChain = db
    .selectFrom('chain_setting')
    .select(['name', 'value', sql<SettingOrigin>`case forced when 1 then 'locked' else 'chain' end`.as('origin')]);
  const rows = await own.where('shop', '=', shop).unionAll(ofChain).execute();
  return ORIGINS.flatMap((origin) => rows.filter((row) => row.origin === origin));
}

export function settingsIn(rows: readonly StoredSetting[]): ShopSettings {
  const set: unknown = Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]));
  return shopSettingsSchema.parse({ ...DEFAULT_SETTINGS, ...(set as object) });
}

export async function readSettings(db: Kysely<Schema>, shop: Scope): Promise<ShopSettings> {
  return settingsIn(await storedSettings(db, shop));
}

type StructuredSetting = ShopSettings[
  | 'saleLimits'
  | 'safeSale'
  | 'extraCodes'
  | 'numberShapes'
  | 'shopNames'
  | 'thresholds'
  | 'openHours'];

export const changesIn = (change: ShopSettingsChange) =>
  Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));

export const detailsOf = (changes: ReturnType<typeof changesIn>) =>
  Object.fromEntries(changes.map(([name, value]) => [name, asDetail(value)]));

/** The trail has no lists: a setting that is a list is written in its stored form. */
function asDetail(value: string | number | boolean | StructuredSetting): string | number | boolean {
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

import type { Kysely, Transaction } from 'kysely';
import { LIMIT_PRESETS } from '../../../contract/access/limit-presets.ts';
import type { OtherManagerPin } from '../../../contract/access/people.ts';
import { type ShopSettings, type ShopSettingsChange, shopSettingsSchema } from '../../../contract/access/settings.ts';
import { USUAL_RULE } from '../../../contract/access/till-rule.ts';
import { MIDNIGHT } from '../../../contract/platform/shop-day.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { createCachedRead } from '../../platform/base/cached-read.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { refuse } from '../../platform/http/problem.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { loosenedSettings } from './loosened.ts';

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

/** Settings that only managers see, because they reveal which amounts pass without a notice. */
const FOR_MANAGERS = [
  'approvalAboveCards',
  'pinAboveSum',
  'approvalAboveSum',
  'saleLimits',
  'storiesPerHour',
  'thresholds',
  'openHours',
] as const satisfies (keyof ShopSettings)[];

/**
 * Returns the settings for people who are not managers: with the usual limits in place of the
 * shop's.
 */
export function withoutLimits(settings: ShopSettings): ShopSettings {
  const usual = FOR_MANAGERS.map((name) => [name, DEFAULT_SETTINGS[name]]);
  return { ...settings, ...Object.fromEntries(usual) };
}

/**
 * The settings that managers set for their shop; stored in the database, so that every server knows
 * them.
 */
export interface Settings {
  read(shop: Scope): Promise<ShopSettings>;
  /**
   * Returns the settings as of at most a second ago, for checks at every redemption: a change on
   * another server takes effect a second later at most.
   */
  recent(shop: Scope): Promise<ShopSettings>;
  /**
   * Sets the given values, and records the person.
   * @param approval the PIN of another manager, required to loosen a limit
   * @returns the new settings
   * @throws as {@link AgreeWithOther}
   */
  write(caller: Caller, change: ShopSettingsChange, approval?: OtherManagerPin): Promise<ShopSettings>;
  /** As {@link Settings.write}, within the caller's transaction. */
  writeWithin(tx: Transaction<Schema>, caller: Caller, change: ShopSettingsChange): Promise<void>;
}

/** How long settings stay cached. */
const RECENT_MS = 1_000;

/**
 * Checks that another manager agrees, if the shop has one.
 * @returns the name of the manager who agreed; null if the shop has no other
 * @throws Problem 403 `other-manager`, `new-manager`; those of a PIN
 */
export type AgreeWithOther = (caller: Caller, pinOfOther: OtherManagerPin | undefined) => Promise<string | null>;

type StructuredSetting = ShopSettings[
  | 'saleLimits'
  | 'safeSale'
  | 'extraCodes'
  | 'shopNames'
  | 'thresholds'
  | 'openHours'];

export interface SettingsOptions extends Pick<Ports, 'db' | 'audit'> {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly agree: AgreeWithOther;
}

/** The trail has no lists: a setting that is a list is written in its stored form. */
function asDetail(value: string | number | boolean | StructuredSetting): string | number | boolean {
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

export async function readSettings(db: Kysely<Schema>, shop: Scope): Promise<ShopSettings> {
  const rows = await db.selectFrom('shop_setting').select(['name', 'value']).where('shop', '=', shop).execute();
  const set: unknown = Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]));
  return shopSettingsSchema.parse({ ...DEFAULT_SETTINGS, ...(set as object) });
}

export function createSettings({ db, clock, audit, agree }: SettingsOptions): Settings {
  const read = (shop: Scope) => readSettings(db, shop);
  const recent = createCachedRead(clock, RECENT_MS, (shop) => read(shop as Scope));

  async function writeWithin(tx: Transaction<Schema>, caller: Caller, change: ShopSettingsChange): Promise<void> {
    const { shop, person } = caller;
    const by = { person_id: person.id, changed_at: clock.now() };
    const changes = Object.entries(change).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    const rows = changes.map(([name, value]) => ({ shop, name, value: JSON.stringify(value), ...by }));
    if (rows.length === 0) return;
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
    await audit.write(
      {
        by: caller,
        action: 'settings.changed',
        details: Object.fromEntries(changes.map(([name, value]) => [name, asDetail(value)])),
      },
      tx,
    );
  }

  return {
    read: (shop) => read(shop),
    recent: (shop) => recent.read(shop),
    writeWithin,
    async write(caller, change, approval) {
      const { shop } = caller;
      const loosened = loosenedSettings(await read(shop), change);
      const agreedBy = loosened.length === 0 ? null : await agree(caller, approval);
      await exclusively(db, 'settings', async (tx) => {
        /* Another person may have made a limit stricter since it was read. */
        const loosenedNow = loosenedSettings(await readSettings(tx, shop), change);
        if (loosenedNow.some((name) => !loosened.includes(name))) throw refuse('other-manager');
        await writeWithin(tx, caller, change);
        if (loosenedNow.length === 0) return;
        const details = { settings: loosenedNow.join(' '), ...(agreedBy !== null && { approver: agreedBy }) };
        await audit.write({ by: caller, action: 'limit.loosened', details }, tx);
      });
      recent.forget(shop);
      return read(shop);
    },
  };
}

import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import type { OtherManagerPin } from '../../../contract/access/people.ts';
import {
  type SettingOrigin,
  type ShopSettingName,
  type ShopSettings,
  type ShopSettingsChange,
} from '../../../contract/access/settings.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { createCachedRead } from '../../platform/base/cached-read.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { refuse } from '../../platform/http/problem.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { type ChainSettings, writeForAll } from './chain-settings.ts';
import { loosenedSettings } from './loosened.ts';
import { changesIn, DEFAULT_SETTINGS, detailsOf, readSettings, settingsIn, storedSettings } from './stored-settings.ts';

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
   * @param extra `approval`: the PIN of another manager, required to loosen a limit; `reset`: the
   * names of values to remove, so that those of the chain apply
   * @returns the new settings
   * @throws Problem 403 `setting-locked`; as {@link AgreeWithOther}
   */
  write(
    caller: Caller,
    change: ShopSettingsChange,
    extra?: {
      readonly approval?: OtherManagerPin | undefined;
      readonly reset?: readonly ShopSettingName[] | undefined;
    },
  ): Promise<ShopSettings>;
  /** Returns the origins of the settings that differ from the defaults. */
  origins(shop: Scope): Promise<Partial<Record<ShopSettingName, SettingOrigin>>>;
  /**
   * Sets values for all shops, and records them in the trail of each.
   * @returns the settings of the caller's shop
   */
  writeForAll(caller: Caller, change: ChainSettings): Promise<ShopSettings>;
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

export interface SettingsOptions extends Pick<Ports, 'db' | 'audit'> {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly agree: AgreeWithOther;
}

export function createSettings({ db, clock, audit, agree }: SettingsOptions): Settings {
  const read = (shop: Scope) => readSettings(db, shop);
  const recent = createCachedRead(clock, RECENT_MS, (shop) => read(shop as Scope));

  async function writeWithin(tx: Transaction<Schema>, caller: Caller, change: ShopSettingsChange): Promise<void> {
    const { shop, person } = caller;
    const by = { person_id: person.id, changed_at: clock.now() };
    const changes = changesIn(change);
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
        details: detailsOf(changes),
      },
      tx,
    );
  }

  /** Removes the shop's own values. */
  async function resetWithin(
    tx: Transaction<Schema>,
    caller: Caller,
    names: readonly ShopSettingName[],
  ): Promise<void> {
    if (names.length === 0) return;
    await tx.deleteFrom('shop_setting').where('shop', '=', caller.shop).where('name', 'in', names).execute();
    await audit.write({ by: caller, action: 'settings.reset', details: { settings: names.join(' ') } }, tx);
  }

  /**
   * Returns the settings that a change and a reset loosen.
   * @throws Problem 403 `setting-locked`
   */
  async function loosenedBy(
    within: Kysely<Schema>,
    shop: Scope,
    change: ShopSettingsChange,
    reset: readonly ShopSettingName[],
  ) {
    const stored = await storedSettings(within, shop);
    const before = settingsIn(stored);
    const names = new Set<string>(reset);
    const rest = stored.filter(({ name, origin }) => origin !== 'shop' || !names.has(name));
    const after = { ...settingsIn(rest), ...Object.fromEntries(changesIn(change)) };
    const isChanged = (name: string) => !isDeepStrictEqual(Reflect.get(before, name), Reflect.get(after, name));
    if (stored.some(({ name, origin }) => origin === 'locked' && isChanged(name))) throw refuse('setting-locked');
    return loosenedSettings(before, after);
  }

  return {
    read: (shop) => read(shop),
    recent: (shop) => recent.read(shop),
    writeWithin,
    async origins(shop) {
      const stored = await storedSettings(db, shop);
      return Object.fromEntries(stored.map(({ name, origin }) => [name, origin]));
    },
    async writeForAll(caller, change) {
      await writeForAll({ db, clock, audit }, caller, change);
      recent.forget(caller.shop);
      return read(caller.shop);
    },
    async write(caller, change, { approval, reset = [] } = {}) {
      const { shop } = caller;
      const loosened = await loosenedBy(db, shop, change, reset);
      const agreedBy = loosened.length === 0 ? null : await agree(caller, approval);
      await exclusively(db, 'settings', async (tx) => {
        /* Another person may have made a limit stricter since it was read. */
        const loosenedNow = await loosenedBy(tx, shop, change, reset);
        if (loosenedNow.some((name) => !loosened.includes(name))) throw refuse('other-manager');
        await writeWithin(tx, caller, change);
        await resetWithin(tx, caller, reset);
        if (loosenedNow.length === 0) return;
        const details = { settings: loosenedNow.join(' '), ...(agreedBy !== null && { approver: agreedBy }) };
        await audit.write({ by: caller, action: 'limit.loosened', details }, tx);
      });
      recent.forget(shop);
      return read(shop);
    },
  };
}

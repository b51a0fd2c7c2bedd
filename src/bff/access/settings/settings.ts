import type { Transaction } from 'kysely';
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
import { acrossShops } from '../../platform/store/across-shops.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { type ChainSettings, saveForAll } from './chain-settings.ts';
import { SETTINGS_RECENT_MS } from './limits.ts';
import { loosenedBy, saveSettings } from './save-settings.ts';
import { DEFAULT_SETTINGS, readSettings, storedSettings } from './stored-settings.ts';

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
   * Returns the settings as of at most three seconds ago, for checks at every redemption: a change
   * on another server takes effect three seconds later at most.
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
  const saving = { clock, audit };
  const read = (shop: Scope) => readSettings(db, shop);
  const recent = createCachedRead(clock, SETTINGS_RECENT_MS, (shop) => read(shop as Scope));

  return {
    read: (shop) => read(shop),
    recent: (shop) => recent.read(shop),
    writeWithin: (tx, caller, change) => saveSettings(tx, caller, { change, reset: [] }, saving),
    async origins(shop) {
      const stored = await storedSettings(db, shop);
      return Object.fromEntries(stored.map(({ name, origin }) => [name, origin]));
    },
    async writeForAll(caller, change) {
      await exclusively(acrossShops(db), 'settings', (tx) => saveForAll(tx, caller, change, saving));
      recent.forget(caller.shop);
      return read(caller.shop);
    },
    async write(caller, change, { approval, reset = [] } = {}) {
      const { shop } = caller;
      const update = { change, reset };
      const loosened = await loosenedBy(db, shop, update);
      const agreedBy = loosened.length === 0 ? null : await agree(caller, approval);
      await exclusively(db, 'settings', async (tx) => {
        /* Another person may have made a limit stricter since it was read. */
        const loosenedNow = await loosenedBy(tx, shop, update);
        if (loosenedNow.some((name) => !loosened.includes(name))) throw refuse('other-manager');
        await saveSettings(tx, caller, update, saving);
        if (loosenedNow.length === 0) return;
        const details = { settings: loosenedNow.join(' '), ...(agreedBy !== null && { approver: agreedBy }) };
        await audit.write({ by: caller, action: 'limit.loosened', details }, tx);
      });
      recent.forget(shop);
      return read(shop);
    },
  };
}

import type { Kysely } from 'kysely';
import { type ShopSettings, shopSettingsSchema } from '../../contract/activation.ts';
import type { Audit } from '../audit/audit.ts';
import type { Clock } from '../base/ports.ts';
import type { Caller } from '../http/caller.ts';
import type { Schema } from '../store/schema.ts';

/** What holds in a shop where no manager has set anything else. */
export const DEFAULT_SETTINGS: ShopSettings = { pinAboveCards: 100 };

/** What managers set for their shop; kept in the database, so that every server knows it. */
export interface Settings {
  read(shop: string): Promise<ShopSettings>;
  /** Sets everything, and remembers who did. @returns what then holds */
  write(caller: Caller, settings: ShopSettings): Promise<ShopSettings>;
}

export interface SettingsOptions {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly audit: Audit;
}

export function createSettings({ db, clock, audit }: SettingsOptions): Settings {
  async function read(shop: string): Promise<ShopSettings> {
    const rows = await db.selectFrom('shop_setting').select(['name', 'value']).where('shop', '=', shop).execute();
    const set: unknown = Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]));
    return shopSettingsSchema.parse({ ...DEFAULT_SETTINGS, ...(set as object) });
  }

  return {
    read,
    async write(caller, settings) {
      const { shop, person } = caller;
      const by = { person_id: person.id, changed_at: clock.now() };
      const rows = Object.entries(settings).map(([name, value]) => ({ shop, name, value: JSON.stringify(value), ...by }));
      await db.transaction().execute(async (trx) => {
        await trx
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
        await audit.write({ by: caller, action: 'settings.changed', details: { ...settings } }, trx);
      });
      return read(shop);
    },
  };
}

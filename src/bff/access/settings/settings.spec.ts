import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShopSettings } from '../../../contract/access/settings.ts';
import { NUMBER_SHAPES_MAX, SHAPE_CHARS_MAX } from '../../../contract/voucher/limits.ts';
import { createManualClock, type ManualClock } from '../../../testing/clock.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { MEI, SHOP, seedPeople, TEST_KEYS } from '../../../testing/rigs/till.ts';
import { createAudit } from '../../platform/audit/audit.ts';
import { createSettings, type Settings } from './settings.ts';
import { DEFAULT_SETTINGS } from './stored-settings.ts';

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let settings: Settings;
  let elsewhere: Settings;
  let clock: ManualClock;
  beforeEach(async () => {
    store = await kind.open();
    const { db } = store;
    await seedPeople(db, SHOP);
    await seedPeople(db, shopNamed('other'));
    clock = createManualClock();
    const options = { db, clock, agree: async () => null, audit: createAudit({ db, keys: TEST_KEYS, clock }) };
    settings = createSettings(options);
    elsewhere = createSettings(options);
  });
  afterEach(() => store.close());

  it('a manager’s latest change applies to that shop, and to no other', async () => {
    expect(await settings.read(SHOP)).toEqual(DEFAULT_SETTINGS);
    await settings.write(MEI, { pinAboveCards: 5 });
    const changed = { ...DEFAULT_SETTINGS, pinAboveCards: 250 };
    expect(await settings.write(MEI, { pinAboveCards: 250 })).toEqual(changed);
    expect([await settings.read(SHOP), await settings.read(shopNamed('other'))]).toEqual([changed, DEFAULT_SETTINGS]);
    expect(await store.db.selectFrom('shop_setting').selectAll().execute()).toMatchObject([
      { person_id: MEI.person.id, value: '250' },
    ]);
  });

  it('settings used by redemptions apply at once on the same server, and within three seconds on another', async () => {
    const asked = async (of: Settings) => (await of.recent(SHOP)).pinAboveCards;
    await settings.write(MEI, { pinAboveCards: 5 });
    expect([await asked(settings), await asked(elsewhere)]).toEqual([5, 5]);
    await settings.write(MEI, { pinAboveCards: 6 });
    expect([await asked(settings), await asked(elsewhere)]).toEqual([6, 5]);
    await clock.advance(3_000);
    expect([await asked(settings), await asked(elsewhere)]).toEqual([6, 6]);
  });

  it('a setting that could not be read is read again', async () => {
    await store.db.schema.alterTable('shop_setting').renameTo('away').execute();
    await expect(settings.recent(SHOP)).rejects.toThrow();
    await store.db.schema.alterTable('away').renameTo('shop_setting').execute();
    expect(await settings.recent(SHOP)).toEqual(DEFAULT_SETTINGS);
  });

  it('omitted settings stay unchanged', async () => {
    await settings.write(MEI, { shopName: 'Café Orchid' });
    await settings.write(MEI, { pinAboveCards: 5 });
    expect(await settings.write(MEI, {})).toEqual({ ...DEFAULT_SETTINGS, shopName: 'Café Orchid', pinAboveCards: 5 });
  });

  it('bar code types are set as a list, and the trail records the stored list', async () => {
    const extraCodes: ShopSettings['extraCodes'] = [{ kind: 'ITF', charsMin: 10, charsMax: 14, shape: '91*' }];
    expect(await settings.write(MEI, { extraCodes })).toEqual({ ...DEFAULT_SETTINGS, extraCodes });
    const entries = await store.db.selectFrom('audit').select('details').execute();
    expect(entries.map(({ details }) => JSON.parse(details) as unknown)).toEqual([
      { extraCodes: JSON.stringify(extraCodes) },
    ]);
  });

  it('the longest list of shapes of voucher numbers is recorded in the trail', async () => {
    const shapes = Array.from({ length: NUMBER_SHAPES_MAX }, (_, index) => `${index}`.padEnd(SHAPE_CHARS_MAX, '#'));
    const numberShapes: ShopSettings['numberShapes'] = { shapes, checkDigit: 'luhn' };
    expect(await settings.write(MEI, { numberShapes })).toEqual({ ...DEFAULT_SETTINGS, numberShapes });
    const entries = await store.db.selectFrom('audit').select('details').execute();
    expect(JSON.parse(entries[0]?.details ?? '')).toEqual({ numberShapes: JSON.stringify(numberShapes) });
  });

  it('a setting is not changed if the trail cannot record it', async () => {
    await store.db.schema.dropTable('audit_head').execute();
    await expect(settings.write(MEI, { pinAboveCards: 5 })).rejects.toThrow();
    expect(await settings.read(SHOP)).toEqual(DEFAULT_SETTINGS);
  });
});

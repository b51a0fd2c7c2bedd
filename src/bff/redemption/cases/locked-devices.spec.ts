import { afterEach, beforeEach, expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { createTestTill, MEI, SHOP, seedPeople } from '../../../testing/rigs/till.ts';

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let till: Awaited<ReturnType<typeof createTestTill>>;
  beforeEach(async () => {
    store = await kind.open();
    await seedPeople(store.db, SHOP);
    till = await createTestTill({ db: store.db });
  });
  afterEach(() => store.close());

  it('a device locked after wrong PINs is a case, and closing it unlocks the device', async () => {
    expect(await till.attention.list()).toEqual([]);
    const at = till.clock.now();
    const clean = { wait_until: 0, locked_at: null };
    const rows = [
      { subject: 'device:till-2', failures: 10, wait_until: at, locked_at: at },
      { ...clean, subject: 'at:till-2 mei', failures: 9 },
      { ...clean, subject: 'locks:till-2', failures: 3 },
      { ...clean, subject: 'device:till-1', failures: 3 },
    ];
    await store.db.insertInto('pin_guard').values(rows).execute();
    const [one, ...others] = await till.attention.list();
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      kind: 'locked',
      device: 'Till 2',
      since: new Date(at).toISOString(),
      actions: ['close'],
    });
    expect(await till.attention.settle(MEI, one?.id ?? '', { action: 'close', reason: 'it was Ben' })).toBeNull();
    expect(await till.attention.list()).toEqual([]);
    expect(await store.db.selectFrom('pin_guard').select('subject').execute()).toEqual([{ subject: 'device:till-1' }]);
    expect(await store.db.selectFrom('audit').select(['action', 'subject', 'details']).execute()).toEqual([
      { action: 'device.unlocked', subject: 'till-2', details: '{"name":"Till 2","reason":"it was Ben"}' },
    ]);
  });
});

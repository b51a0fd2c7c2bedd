import { expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../../testing/stores.ts';
import { prepared } from './prepared.ts';

onStores([SQLITE, POSTGRES], (kind) => {
  it('a statement is built once and takes other values each time, in a transaction as well', async () => {
    const store = await kind.open();
    let built = 0;
    const add = prepared((db, shop: { id: string; mid: string | null; at: number }) => {
      built += 1;
      return db.insertInto('shop').values({ id: shop.id, mid: shop.mid, created_at: shop.at });
    });
    const find = prepared((db, of: { id: string }) => db.selectFrom('shop').select(['mid', 'created_at']).where('id', '=', of.id));
    expect((await add(store.db, { id: 'first', mid: null, at: 1 })).numAffectedRows).toBe(1n);
    await store.db.transaction().execute(async (tx) => {
      await add(tx, { id: 'second', mid: 'm', at: 2 });
      expect((await find(tx, { id: 'second' })).rows).toEqual([{ mid: 'm', created_at: 2 }]);
    });
    expect((await find(store.db, { id: 'first' })).rows).toEqual([{ mid: null, created_at: 1 }]);
    expect((await find(store.db, { id: 'none' })).rows).toEqual([]);
    expect(built).toBe(1);
    await store.close();
  });
});

import { expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { SHOP } from '../../../testing/rigs/shops.ts';
import { prepared } from './prepared.ts';

onStores([SQLITE, POSTGRES], (kind) => {
  it('a statement is built once and accepts new values each time, even in a transaction', async () => {
    const store = await kind.open();
    let built = 0;
    const add = prepared((db, gap: { id: string; by: string | null; at: number }) => {
      built += 1;
      const { id, at } = gap;
      return db
        .insertInto('journal_gap')
        .values({ id, shop: SHOP, reason: 'restored', from_at: at, found_at: at, ended_at: at, ended_by: gap.by });
    });
    const find = prepared((db, of: { id: string }) =>
      db.selectFrom('journal_gap').select(['ended_by', 'found_at']).where('id', '=', of.id),
    );
    expect((await add(store.db, { id: 'first', by: null, at: 1 })).numAffectedRows).toBe(1n);
    await store.db.transaction().execute(async (tx) => {
      await add(tx, { id: 'second', by: 'mei', at: 2 });
      expect((await find(tx, { id: 'second' })).rows).toEqual([{ ended_by: 'mei', found_at: 2 }]);
    });
    expect((await find(store.db, { id: 'first' })).rows).toEqual([{ ended_by: null, found_at: 1 }]);
    expect((await find(store.db, { id: 'none' })).rows).toEqual([]);
    expect(built).toBe(1);
    await store.close();
  });

  it('a failed statement rolls back its transaction, even if its result is unused', async () => {
    const store = await kind.open();
    const add = prepared(
      (db, { id }: { id: string }) =>
        db
          .insertInto('journal_gap')
          .values({ id, shop: SHOP, reason: 'restored', from_at: 1, found_at: 1, ended_at: 1 }),
      { isResultUnused: true },
    );
    const adding = store.db.transaction().execute(async (tx) => {
      for (const id of ['first', 'second', 'first']) await add(tx, { id });
    });
    await expect(adding).rejects.toThrow();
    expect(await store.db.selectFrom('journal_gap').select('id').execute()).toEqual([]);
    await store.close();
  });
});

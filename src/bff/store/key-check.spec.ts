import { expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../../testing/stores.ts';
import { deriveKeys, KEY_BYTES } from '../base/keys.ts';
import { lookForJournal, takeJournalId } from './begun.ts';
import { assertKeyFits, assertKeyOf } from './key-check.ts';

const [OURS, OTHER] = [7, 8].map((byte) => deriveKeys(Buffer.alloc(KEY_BYTES, byte))) as [
  ReturnType<typeof deriveKeys>,
  ReturnType<typeof deriveKeys>,
];

onStores([SQLITE, POSTGRES], ({ open }) => {
  it('a database takes the first key, and then no other', async () => {
    const store = await open();
    expect((await lookForJournal(store.db)).begun).toBe(false);
    await assertKeyOf(store.db, OURS);
    expect((await lookForJournal(store.db)).begun).toBe(true);
    await assertKeyOf(store.db, OURS);
    await expect(assertKeyOf(store.db, OTHER)).rejects.toThrow('DATA_KEY is not the key of this database');
    await store.close();
  });

  it('whoever only looks leaves no mark, and is told of another key too', async () => {
    const store = await open();
    await assertKeyFits(store.db, OTHER);
    expect((await lookForJournal(store.db)).begun).toBe(false);
    await assertKeyOf(store.db, OURS);
    await assertKeyFits(store.db, OURS);
    await expect(assertKeyFits(store.db, OTHER)).rejects.toThrow('DATA_KEY is not the key of this database');
    await store.close();
  });

  it('of two servers that begin with different keys at the same time, one goes on', async () => {
    const store = await open();
    const both = await Promise.allSettled([OURS, OTHER].map((keys) => assertKeyOf(store.db, keys)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await store.close();
  });

  it('of ids that several servers propose the first stays, and tells a journal only where one was begun', async () => {
    const store = await open();
    const ids = await Promise.all(['one', 'two'].map((id) => takeJournalId(store.db, id)));
    expect(new Set(ids).size).toBe(1);
    expect(await lookForJournal(store.db)).toEqual({ begun: false, id: null });
    await assertKeyOf(store.db, OURS);
    expect(await lookForJournal(store.db)).toEqual({ begun: true, id: ids[0] });
    await store.close();
  });

  it('a database without tables holds no journal, and one from before the mark of the key holds one', async () => {
    const store = await open();
    await store.db.insertInto('shop').values({ id: 'main', mid: null, created_at: 0 }).execute();
    expect(await lookForJournal(store.db)).toEqual({ begun: true, id: null });
    await store.db.schema.dropTable('setting').execute();
    expect(await lookForJournal(store.db)).toEqual({ begun: true, id: null });
    await store.close();
  });
});

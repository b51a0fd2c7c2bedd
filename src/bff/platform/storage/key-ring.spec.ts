import { expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { KEY_BYTES } from '../base/keys.ts';
import { ensureJournalId, findJournal } from './journal-state.ts';
import { loadKeys, openKeys, storeWrapped } from './key-ring.ts';

const OURS = Buffer.alloc(KEY_BYTES, 7);
const OTHER = Buffer.alloc(KEY_BYTES, 8);

onStores([SQLITE, POSTGRES], ({ open, name }) => {
  it('a new journal gets its own root key, which only its data key can open', async () => {
    const store = await open();
    expect((await findJournal(store.db)).begun).toBe(false);
    const keys = await loadKeys(store.db, OURS);
    expect((await findJournal(store.db)).begun).toBe(true);
    expect(keys.root.equals(OURS)).toBe(false);
    const again = await loadKeys(store.db, OURS);
    expect([again.root, again.open(keys.seal('a ref'))]).toEqual([keys.root, 'a ref']);
    await expect(loadKeys(store.db, OTHER)).rejects.toThrow('DATA_KEY is not the key of this database');
    const { wrapped } = await store.db.selectFrom('wrapped_key').select('wrapped').executeTakeFirstOrThrow();
    expect(wrapped).not.toContain(keys.root.toString('base64url'));
    await store.close();
  });

  it('read-only access leaves no mark, and also detects a different key', async () => {
    const store = await open();
    await openKeys(store.db, OTHER);
    expect((await findJournal(store.db)).begun).toBe(false);
    await loadKeys(store.db, OURS);
    await openKeys(store.db, OURS);
    await expect(openKeys(store.db, OTHER)).rejects.toThrow('DATA_KEY is not the key of this database');
    await store.close();
  });

  /* SQLite in memory has one connection, so that nothing can come in between. */
  it.runIf(name === 'PostgreSQL')(
    'a server that starts during a rotation reads the keys that it will seal with',
    async () => {
      const store = await open();
      await loadKeys(store.db, OURS);
      let reads = 0;
      /** The rotation continues right after the first read. */
      const isRead = (query: string) =>
        query.includes('"key_rotation"') || query.includes('"wrapped_key"."') || query.includes('"wrapped"');
      const asked = new WeakMap<object, string>();
      const db = store.db.withPlugin({
        transformQuery({ node, queryId }) {
          asked.set(queryId, JSON.stringify(node));
          return node;
        },
        async transformResult({ result, queryId }) {
          if (!isRead(asked.get(queryId) ?? '')) return result;
          reads += 1;
          if (reads === 1) {
            await storeWrapped(store.db, OURS, new Map([[2, Buffer.alloc(KEY_BYTES, 9)]]));
            const begun = { from_key: 'a', to_key: 'b', handed: null, begun_at: 0, ended_at: null };
            await store.db
              .insertInto('key_rotation')
              .values({ number: 2, state: 'sealing', ...begun })
              .execute();
          }
          return result;
        },
      });
      const keys = await openKeys(db, OURS);
      expect(reads).toBe(2);
      expect(keys.open(keys.seal('a ref'))).toBe('a ref');
      await store.close();
    },
  );

  it('if two servers start at once, different keys let one continue, and the same key gives both the same root', async () => {
    const first = await open();
    const different = await Promise.allSettled([OURS, OTHER].map((key) => loadKeys(first.db, key)));
    expect(different.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await first.close();
    const second = await open();
    const [one, two] = await Promise.all([OURS, OURS].map((key) => loadKeys(second.db, key)));
    expect(one?.root).toEqual(two?.root);
    await second.close();
  });

  it('if several servers propose a journal id, the first wins, and it counts once the journal has begun', async () => {
    const store = await open();
    const ids = await Promise.all(['one', 'two'].map((id) => ensureJournalId(store.db, id)));
    expect(new Set(ids).size).toBe(1);
    expect(await findJournal(store.db)).toEqual({ begun: false, id: null });
    await loadKeys(store.db, OURS);
    expect(await findJournal(store.db)).toEqual({ begun: true, id: ids[0] });
    await store.close();
  });

  it('a database without tables holds no journal', async () => {
    const store = await open();
    await store.db.schema.dropTable('setting').execute();
    expect(await findJournal(store.db)).toEqual({ begun: false, id: null });
    await store.close();
  });
});

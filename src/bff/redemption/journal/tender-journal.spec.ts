import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureFact, createJournalUnderTest, NO_BASELINE, newTender } from '../../../testing/databases/journal-kit.ts';
import { journalSuite } from '../../../testing/databases/journal-suite.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';

onStores([SQLITE, POSTGRES], (kind) => {
  journalSuite(async () => {
    const store = await kind.open();
    return { ...createJournalUnderTest(store), close: () => store.close() };
  });

  describe('the database', () => {
    let store: TestStore;
    beforeAll(async () => {
      store = await kind.open();
      const { journal, newShop } = createJournalUnderTest(store);
      const begun = await journal.begin(newTender(await newShop(), { ref: 'CANARY998877' }), NO_BASELINE);
      if (begun.outcome === 'new') await journal.capture(begun.record, captureFact('c-1'));
    });
    afterAll(() => store.close());

    it.each(['tender', 'fact', 'claim'] as const)('refuses to edit or delete rows of the %s table', async (table) => {
      const written = await store.db.selectFrom(table).selectAll().execute();
      expect(written.length).toBeGreaterThan(0);
      await expect(sql`delete from ${sql.table(table)}`.execute(store.db)).rejects.toThrow('append-only');
      const column = table === 'fact' ? 'data' : table === 'tender' ? 'last4' : 'shop';
      await expect(sql`update ${sql.table(table)} set ${sql.ref(column)} = 'x'`.execute(store.db)).rejects.toThrow(
        'append-only',
      );
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual(written);
    });

    it.each(['tender', 'operation', 'fact', 'claim'] as const)(
      'contains no unencrypted ref in the %s table',
      async (table) => {
        const rows = JSON.stringify(await store.db.selectFrom(table).selectAll().execute());
        expect(rows).not.toBe('[]');
        expect(rows).not.toContain('CANARY998877');
      },
    );
  });
});

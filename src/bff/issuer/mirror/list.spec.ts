import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJournalUnderTest, NO_BASELINE, newTender } from '../../../testing/databases/journal-kit.ts';
import { KEYS } from '../../../testing/databases/mirror-kit.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { OWN_MID, rowAt } from '../../../testing/issuer/row-search.ts';
import { listOwner, whose } from '../../../testing/rigs/shops.ts';
import { ANA } from '../../../testing/rigs/till.ts';
import { createClaimListRow } from '../../platform/store/list-rows.ts';
import { createMirrorTable } from './mirror-table.ts';
import { toMirrorRow } from './row.ts';

onStores([SQLITE, POSTGRES], (kind) => {
  describe('a row in the list of transactions', () => {
    let store: TestStore;
    beforeEach(async () => {
      store = await kind.open();
    });
    afterEach(() => store.close());

    it('shows its claim even if the row is read while the claim is being written', async () => {
      const { journal, newShop } = createJournalUnderTest(store);
      const shop = await newShop();
      const table = createMirrorTable(store.db, whose().account, [listOwner(OWN_MID, shop)]);
      const begun = await journal.begin(newTender(shop), NO_BASELINE);
      if (begun.outcome !== 'new') throw new Error('the voucher is held');
      const claim = { shop, transaction_id: 'capture', operation_id: begun.record.id, at: 1 };
      const saving = { isOver: false, work: Promise.resolve() };
      await store.db.transaction().execute(async (tx) => {
        await tx.insertInto('claim').values(claim).execute();
        await createClaimListRow()(tx, { shop, id: claim.transaction_id, personId: ANA.person.id });
        saving.work = table
          .save([toMirrorRow(KEYS, rowAt(1_000, 'capture'), [OWN_MID])], 1)
          .finally(() => Object.assign(saving, { isOver: true }));
        /* SQLite runs one transaction at a time. */
        let isToBeSeen = kind === POSTGRES;
        while (isToBeSeen) isToBeSeen = !saving.isOver && !(await isSomebodyWaiting(store.db));
      });
      await saving.work;
      const rows = await store.db
        .selectFrom('list_row')
        .select(['claimed', 'person_id'])
        .where('shop', '=', shop)
        .execute();
      expect(rows).toEqual([{ claimed: 1, person_id: ANA.person.id }]);
    });
  });
});

/** True if a transaction on PostgreSQL waits for another. */
async function isSomebodyWaiting(db: TestStore['db']): Promise<boolean> {
  const { rows } =
    await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
  return rows.length > 0;
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEYS, MIRRORED_REF } from '../../../testing/databases/mirror-kit.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { OWN_MID, rowAt } from '../../../testing/issuer/row-search.ts';
import { listOwner, makeShop, SHOP, whose } from '../../../testing/rigs/shops.ts';
import { QUIET } from '../../../testing/rigs/till.ts';
import type { MirrorStore } from './mirror-store.ts';
import { createMirrorTable } from './mirror-table.ts';
import { remakeList } from './remake-list.ts';
import { decryptRow, rowOfVoucher, toMirrorRow, voucherHash } from './row.ts';

const HASH = voucherHash(KEYS, MIRRORED_REF);
const row = (...what: Parameters<typeof rowAt>) => toMirrorRow(KEYS, rowAt(...what), [OWN_MID]);

onStores([SQLITE, POSTGRES], (kind) => {
  describe('the mirror’s tables', () => {
    let opened: TestStore;
    let store: MirrorStore;
    beforeEach(async () => {
      opened = await kind.open();
      store = createMirrorTable(opened.db, whose().account, [listOwner(OWN_MID)]);
    });
    afterEach(() => opened.close());

    it('return the rows of a voucher as search returned them', async () => {
      await store.save([row(1_000, 'a'), row(500, 'b')], 1);
      const found = await store.ofVoucher(HASH);
      expect(found.map((one) => rowOfVoucher(one, HASH, MIRRORED_REF))).toEqual([rowAt(500, 'b'), rowAt(1_000, 'a')]);
      expect(found.map((one) => decryptRow(KEYS, one).vouchers[0]?.ref)).toEqual([MIRRORED_REF, MIRRORED_REF]);
    });

    it('contain no ref, and only the hash and the value of other shops’ rows', async () => {
      await store.save([row(1_000, 'a'), row(1_000, 'b', { mid: 'another' })], 1);
      const kept = await opened.db.selectFrom('issuer_row').selectAll().orderBy('transaction_id').execute();
      expect(JSON.stringify(kept)).not.toContain(MIRRORED_REF);
      expect(JSON.parse(kept[1]?.vouchers ?? '')).toMatchObject([
        { hash: HASH, sealed: null, last4: '', usingValue: 1_000, productLabel: null },
      ]);
    });

    it('update a changed row, and store its earlier values', async () => {
      await store.save([row(1_000, 'a', { rawStatus: 'Pending', status: 'pending' })], 1);
      await store.save([row(1_000, 'a')], 2);
      await store.save([row(1_000, 'a')], 3);
      expect(await store.ofVoucher(HASH)).toMatchObject([{ rawStatus: 'Succeeded', status: 'succeeded' }]);
      const changes = await opened.db.selectFrom('issuer_row_change').selectAll().execute();
      expect(changes).toHaveLength(1);
      expect(changes[0]?.was).toContain('Pending');
    });

    it('report when our rows that are still being processed were created', async () => {
      const processed = { rawStatus: 'Processing', status: 'pending' } as const;
      await store.save(
        [
          row(2_000, 'b', processed),
          row(1_000, 'a', { ...processed, type: 'refund' }),
          row(3_000, 'another shop', { ...processed, mid: 'another' }),
          row(4_000, 'a card', { ...processed, type: 'other' }),
          row(5_000, 'gone', processed),
          row(6_000, 'unknown word', { rawStatus: 'Mulled', status: 'unknown' }),
          row(7_000, 'done'),
        ],
        1,
      );
      await store.markGone({ from: 5_000, to: 5_000 }, new Set(), 2);
      expect(await store.processing([OWN_MID], 0)).toEqual([1_000, 2_000]);
      expect(await store.processing([OWN_MID], 1_500)).toEqual([2_000]);
      expect(await store.processing(null, 0)).toEqual([1_000, 2_000, 3_000]);
    });

    it('accept the same row from two readings at once', async () => {
      const many = Array.from({ length: 300 }, (_, index) => row(index, `id${index}`));
      await Promise.all([store.save(many, 1), store.save(many, 1)]);
      expect(await store.ofVoucher(HASH)).toHaveLength(300);
    });

    it('report which rows are not claimed in this shop', async () => {
      await store.save(
        [row(1_000, 'a'), row(2_000, 'b'), row(3_000, 'c', { type: 'refund' }), row(4_000, 'd', { mid: 'another' })],
        1,
      );
      await makeShop(opened.db, SHOP, OWN_MID);
      const ids = async (since: number, type: 'capture' | 'refund') =>
        (await store.unclaimed({ mid: OWN_MID, type, since })).map(({ transactionId }) => transactionId);
      expect(await ids(0, 'capture')).toEqual(['a', 'b']);
      expect(await ids(1_500, 'capture')).toEqual(['b']);
      expect(await ids(0, 'refund')).toEqual(['c']);
      const [only, ...more] = await store.unclaimed({
        mid: OWN_MID,
        type: 'capture',
        since: 0,
        transactionId: 'b',
      });
      expect([only?.transactionId, more]).toEqual(['b', []]);
      expect(await store.unclaimed({ mid: OWN_MID, type: 'capture', since: 0, transactionId: 'd' })).toEqual([]);
      /* A capture that disappeared may have taken money. */
      await store.markGone({ from: 1_000, to: 1_000 }, new Set(), 2);
      expect(await ids(0, 'capture')).toEqual(['a', 'b']);
    });

    it('report the periods that were read completely, merged where possible', async () => {
      for (const from of [0, 10, 20, 50])
        await store.noteSpan({ kind: 'span', period: { from, to: from + 10 }, beganAt: 1 });
      await store.noteSpan({ kind: 'day', period: { from: 0, to: 30 }, beganAt: 2 });
      const spans = await store.spans();
      expect(spans.filter(({ kind: of }) => of === 'span').map(({ period }) => period)).toEqual([
        { from: 0, to: 30 },
        { from: 50, to: 60 },
      ]);
      expect(spans.filter(({ kind: of }) => of === 'day')).toHaveLength(1);
    });

    it('mark rows missing from a complete reading as gone, and restore them when they reappear', async () => {
      await store.save([row(1_000, 'a'), row(1_001, 'b'), row(9_000, 'c')], 1);
      expect(await store.markGone({ from: 0, to: 5_000 }, new Set(['a']), 7)).toBe(1);
      const gone = async () =>
        (await opened.db.selectFrom('issuer_row').select('transaction_id').where('gone_at', 'is not', null).execute())
          .length;
      expect(await gone()).toBe(1);
      await store.save([row(1_001, 'b')], 8);
      expect(await gone()).toBe(0);
    });

    it('delete rows of other shops earlier than our own', async () => {
      await store.save(
        [row(1_000, 'a'), row(1_000, 'b', { mid: 'another' }), row(9_000, 'c', { mid: 'another' }), row(10, 'd')],
        1,
      );
      expect(await store.forget([OWN_MID], 5_000, 100)).toBe(2);
      expect((await store.ofVoucher(HASH)).map(({ transactionId }) => transactionId)).toEqual(['a', 'c']);
    });

    describe('and their list of transactions', () => {
      const listed = async () => {
        const rows = await opened.db.selectFrom('list_row').selectAll().orderBy('id').execute();
        return rows.map(({ id, status, claimed, person_id, at }) => [id, status, claimed, person_id, at]);
      };

      it('contain the current rows that the shop may see', async () => {
        await store.save(
          [
            row(1_000, 'a', { rawStatus: 'Pending', status: 'pending' }),
            row(2_000, 'b', { mid: 'another' }),
            row(null, 'c', { mid: '' }),
          ],
          7,
        );
        expect(await listed()).toEqual([
          ['a', 'pending', 0, null, 1_000],
          ['c', 'succeeded', 0, null, 7],
        ]);
        await store.save([row(1_000, 'a')], 8);
        await store.markGone({ from: 0, to: 5_000 }, new Set(['a']), 9);
        expect((await listed()).map(([id, status]) => [id, status])).toEqual([
          ['a', 'succeeded'],
          ['c', 'succeeded'],
        ]);
        await store.markGone({ from: 0, to: 5_000 }, new Set(), 9);
        expect((await listed()).map(([id]) => id)).toEqual(['c']);
        await store.save([row(1_000, 'a')], 10);
        expect((await listed()).map(([id]) => id)).toEqual(['a', 'c']);
        await store.forget([OWN_MID], 5_000, 5_000);
        expect((await listed()).map(([id]) => id)).toEqual(['c']);
      });

      it('are rebuilt for another time zone, or if they were never built', async () => {
        const dayIn = async (timeZone: string) => {
          const owner = { ...listOwner(OWN_MID), timeZone };
          await remakeList({ db: opened.db, ...whose(), owner, log: QUIET, alsoList: async () => 0 });
          return (await opened.db.selectFrom('list_row').select('day').where('id', '=', 'a').executeTakeFirst())?.day;
        };
        await store.save([row(1_000, 'a'), row(2_000, 'b')], 7);
        await opened.db.deleteFrom('list_row').where('id', '=', 'a').execute();
        expect(await dayIn('Asia/Singapore')).toBe(0);
        await opened.db.deleteFrom('list_row').where('id', '=', 'b').execute();
        expect(await dayIn('Asia/Singapore')).toBe(0);
        expect(await listed()).toHaveLength(1);
        expect(await dayIn('America/New_York')).toBe(-1);
        expect(await listed()).toHaveLength(2);
      });
    });
  });
});

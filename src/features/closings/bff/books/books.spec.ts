import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csvRecord } from '../../../../contract/platform/csv.ts';
import { onStores, POSTGRES, SQLITE } from '../../../../testing/databases/stores.ts';
import { createShiftRig, type ShiftRig } from '../../../../testing/rigs/shift-rig.ts';
import { ANA, BEN, MEI } from '../../../../testing/rigs/till.ts';
import { type BookExport, type Books, NO_BOOKS } from '../../contract/books.ts';
import { statementCsv } from './statement-csv.ts';

const DAY = '2030-01-15';
const BOOKS: Books = {
  ...NO_BOOKS,
  classes: { ...NO_BOOKS.classes, 'own-multi': { account: '2200', tax: 'T1' } },
  clearing: { account: '1360', tax: '' },
};
const ASKED: BookExport = { from: DAY, to: DAY, format: 'csv', currency: 'SGD', again: false };

onStores([SQLITE, POSTGRES], (kind) => {
  let rig: ShiftRig;
  let books: ShiftRig['parts']['bookKeeping']['books'];
  let exports: ShiftRig['parts']['bookKeeping']['exports'];

  beforeEach(async () => {
    rig = await createShiftRig(kind);
    ({ books, exports } = rig.parts.bookKeeping);
  });
  afterEach(() => rig.end());

  const text = async (asked: Partial<BookExport> = {}) =>
    new TextDecoder().decode((await exports.make(MEI, { ...ASKED, ...asked })).bytes);

  describe('the books', () => {
    it('contain each closing once, mark repeats, and name the person who exported it', async () => {
      await rig.take(ANA, 2_000);
      await rig.close(ANA);
      await expect(text()).rejects.toMatchObject({ status: 400 });
      await books.write(MEI, BOOKS);
      expect(await text()).toContain('2200,T1,own-multi,20.00,,SGD,Vouchers Z 1 Till 1,no');
      await rig.take(BEN, 500);
      expect(await exports.closings(MEI, DAY, DAY)).toMatchObject({
        open: 1,
        closings: [{ number: 1, nets: [{ net: 2_000 }] }],
      });
      await rig.close(BEN);
      const second = await text();
      expect(second).toContain('Vouchers Z 1 Till 2,no');
      expect(second).not.toContain('Till 1');
      await expect(text()).rejects.toMatchObject({
        status: 400,
        message: 'There is nothing to export for these days.',
      });
      expect(await text({ again: true })).toContain('Vouchers Z 1 Till 1 (exported before),yes');
      expect(await text({ format: 'xero' })).toContain('Vouchers Z 1 Till 1,15/01/2030,own-multi,2200,T1,20.00');
      const { closings } = await exports.closings(MEI, DAY, DAY);
      expect(
        closings.map(({ till, exports: all }) => [till, all.map(({ format, person }) => `${format} ${person}`).sort()]),
      ).toEqual([
        ['Till 1', ['csv Mei', 'csv Mei', 'xero Mei']],
        ['Till 2', ['csv Mei', 'csv Mei', 'xero Mei']],
      ]);
    });
  });

  describe('an export', () => {
    beforeEach(() => books.write(MEI, BOOKS));

    /** Takes the same once more, in a currency that the shop no longer has. */
    async function takenIn(currency: string): Promise<void> {
      const { journal } = rig.parts;
      const { db } = rig.store;
      const code = { code: 'CD123456789', ref: 'CD123456789', saleId: null, receiptNo: null, entry: null };
      const tender = {
        ...ANA,
        ...code,
        id: randomUUID(),
        requested: { amount: 2_000, currency },
        returnVouchersInfo: false,
      };
      await journal.recover(tender, rig.clock.now(), null, null);
      const taken = db.selectFrom('fact').selectAll().where('kind', '=', 'captured');
      const { seq: _, ...fact } = await taken.executeTakeFirstOrThrow();
      await db
        .insertInto('fact')
        .values({ ...fact, operation_id: tender.id })
        .execute();
    }

    it('refuses to run at the same time as another, so that only one file lists the closing as new', async () => {
      await rig.take(ANA, 2_000);
      await rig.close(ANA);
      const both = await Promise.allSettled([text(), text()]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await rig.take(ANA, 500);
      await rig.close(ANA);
      const files = await Promise.all([text({ again: true }), text({ again: true })]);
      expect(files.filter((file) => file.includes('Vouchers Z 2 Till 1,no'))).toHaveLength(1);
      expect(files.filter((file) => file.includes('Vouchers Z 2 Till 1 (exported before),yes'))).toHaveLength(1);
    });

    it('in one currency leaves the other currency of the same closing to be exported', async () => {
      await rig.take(ANA, 2_000);
      await takenIn('MYR');
      await rig.close(ANA);
      expect(await text()).toContain('20.00,,SGD,Vouchers Z 1 Till 1,no');
      expect(await text({ currency: 'MYR' })).toContain('20.00,,MYR,Vouchers Z 1 Till 1,no');
      await expect(text({ currency: 'MYR' })).rejects.toMatchObject({ status: 400 });
      const { closings } = await exports.closings(MEI, DAY, DAY);
      expect(closings[0]?.exports.map(({ currency }) => currency).sort()).toEqual(['MYR', 'SGD']);
    });
  });

  describe('the statement', () => {
    it('lists what vouchers paid, with refunds, receipts and forfeited amounts', async () => {
      rig.issuer.add('CD123456789', { amount: 2_500, currency: 'SGD' }, { singleUse: true });
      await rig.take(ANA, 2_000, { receiptNo: 'R-9' });
      const back = await rig.take(ANA, 300, { receiptNo: 'R-10' });
      await rig.take(BEN, 1_000, { code: 'CD123456789', receiptNo: 'R-11' });
      await rig.giveBack(MEI, back);
      const asked = { from: DAY, to: DAY, till: null };
      const { lines, tills } = await books.statement(asked);
      expect(lines).toMatchObject([
        { class: 'own-multi', currency: 'SGD', redemptions: 3, redeemed: 3_300, refunds: 1, refunded: 300, net: 3_000 },
      ]);
      expect(lines[0]).toMatchObject({ forfeited: 1_500, receipts: { first: 'R-9', last: 'R-11' } });
      expect(tills.map(({ name }) => name)).toEqual(['Till 1', 'Till 2']);
      const ofBen = await books.statement({ ...asked, till: BEN.device.id });
      expect(ofBen.lines).toMatchObject([{ redemptions: 1, net: 1_000, receipts: { first: 'R-11', last: 'R-11' } }]);
      expect(statementCsv(ofBen, [ofBen], csvRecord)).toContain(
        `${DAY},${DAY},,own-multi,,SGD,1,10.00,0,0.00,10.00,15.00,R-11,R-11`,
      );
    });

    it('counts a late settlement on the day it became known, so that an earlier statement never changes', async () => {
      await rig.clock.advance(7 * 3_600_000 - 30_000);
      const lost = await rig.takeUnheard(ANA, 2_000);
      const asked = { from: DAY, to: DAY, till: null };
      expect((await books.statement(asked)).lines).toEqual([]);
      await rig.clock.advance(30_000);
      await rig.settle(lost);
      expect((await books.statement(asked)).lines).toEqual([]);
      const next = { from: '2030-01-16', to: '2030-01-16', till: null };
      expect((await books.statement(next)).lines).toMatchObject([{ net: 2_000 }]);
    });
  });
});

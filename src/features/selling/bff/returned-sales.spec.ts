import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createShiftRig, type ShiftRig, shiftSumsOf } from '../../../testing/rigs/shift-rig.ts';
import { SHOP } from '../../../testing/rigs/shops.ts';
import { ANA, BEN, MEI } from '../../../testing/rigs/till.ts';

const MISTAKE = { reason: 'Wrong product', receiptNo: 'R-104' };
const TEN = { amount: 1_000, currency: 'SGD' };

onStores([SQLITE, POSTGRES], (kind) => {
  let rig: ShiftRig;
  let parts: ShiftRig['parts'];
  beforeEach(async () => {
    rig = await createShiftRig(kind);
    ({ parts } = rig);
  });
  afterEach(() => rig.end());

  async function sell(quantity: number): Promise<{ id: string; codes: string[] }> {
    const id = randomUUID();
    const { vouchers } = (await parts.issues.put(ANA, id, { productCode: 'GIFT10', quantity })).view;
    const codes = vouchers.map(({ code }) => code ?? '');
    for (const code of codes) rig.issuer.add(code, TEN);
    return { id, codes };
  }
  const takeBack = (id: string) => parts.issues.takeBack(MEI, id, MISTAKE);
  const redeem = (code: string) => parts.tenders.put(BEN, randomUUID(), { code, ...TEN });
  const sums = async () => shiftSumsOf((await rig.open(ANA))[0] ?? { sums: [] });

  it('a product in another currency cannot be sold, because its vouchers could not be redeemed', async () => {
    const product = await rig.issuer.product('GIFTOPEN');
    if (product.outcome !== 'found') throw new Error('The issuer has no such product');
    vi.spyOn(rig.issuer, 'product').mockResolvedValue({ ...product, value: { ...product.value, currency: 'USD' } });
    const ordered = parts.issues.put(ANA, randomUUID(), { productCode: 'GIFTOPEN', quantity: 1, faceValue: 1_000 });
    await expect(ordered).rejects.toMatchObject({ status: 400, code: 'wrong-currency' });
    expect(await rig.open(ANA)).toEqual([]);
  });

  describe('a sale that is taken back', () => {
    it('is subtracted once in the open shift, and added again after the return is undone', async () => {
      const { id } = await sell(2);
      await sell(1);
      expect(await sums()).toEqual([['sold', 3, 3_000]]);
      await takeBack(id);
      await takeBack(id);
      expect(await sums()).toEqual([['sold', 1, 1_000]]);
      await parts.issues.undoReturn(MEI, id);
      await parts.issues.undoReturn(MEI, id);
      expect(await sums()).toEqual([['sold', 3, 3_000]]);
      expect(shiftSumsOf(await rig.close(ANA))).toEqual([['sold', 3, 3_000]]);
    });

    it('counts its number of vouchers, even if the rest is issued after the return is undone', async () => {
      rig.issuer.failNextIssues({ commit: 'now', answer: 'normal', only: 1 });
      const { id } = await sell(2);
      await takeBack(id);
      await rig.close(ANA);
      await parts.issues.undoReturn(MEI, id);
      await parts.issues.resume(ANA, id);
      expect(await sums()).toEqual([['sold', 2, 2_000]]);
      expect(shiftSumsOf(await rig.close(ANA))).toEqual([['sold', 2, 2_000]]);
      await takeBack(id);
      expect(shiftSumsOf(await rig.close(ANA))).toEqual([['sold', -2, -2_000]]);
    });

    it('is counted in the next shift if its own is closed, and that Z stays the same', async () => {
      const { id } = await sell(2);
      const first = await rig.close(ANA);
      await takeBack(id);
      const z = await rig.close(ANA);
      expect(shiftSumsOf(z)).toEqual([['sold', -2, -2_000]]);
      expect(z.carried).toMatchObject([{ from: first.number, id, state: 'taken_back', amount: -2_000 }]);
      expect(await parts.shifts.get(ANA, first.id)).toEqual(first);
      expect(await rig.open(ANA)).toEqual([]);
    });

    it('is refused while a redemption of one of its vouchers is open, and no voucher is put on hold', async () => {
      const { id, codes } = await sell(2);
      const before = rig.issuer.attempts();
      rig.issuer.failNext({ commit: 'now', answer: 'lost' });
      const asked = redeem(codes[1] ?? '');
      while (rig.issuer.attempts() === before) await new Promise(setImmediate);
      await expect(takeBack(id)).rejects.toMatchObject({ status: 409, code: 'voucher-open' });
      expect(await parts.holds.list(SHOP)).toEqual([]);
      expect(await parts.issues.get(MEI, id)).toMatchObject({ takenBack: null });
      const over = { is: false };
      void asked.finally(() => (over.is = true));
      while (!over.is) await rig.clock.advance(500);
      const tenderId = (await asked).view.id;
      while ((await parts.tenders.get(MEI, tenderId)).state !== 'captured') await rig.clock.advance(1_000);
      await takeBack(id);
      expect(await parts.holds.list(SHOP)).toHaveLength(2);
    });

    it('and a redemption of its voucher at the same time never both succeed', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { id, codes } = await sell(1);
        const [taken, returned] = await Promise.allSettled([redeem(codes[0] ?? ''), takeBack(id)]);
        const reason = [taken, returned].flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
        if (taken.status === 'rejected') expect(reason).toMatchObject([{ code: 'voucher-held' }]);
        else if (returned.status === 'rejected') expect(reason).toMatchObject([{ code: 'voucher-open' }]);
      }
      expect(await rig.store.db.selectFrom('operation').select('id').where('state', '=', 'locking').execute()).toEqual(
        [],
      );
    });

    it('keeps its vouchers on hold until the return is undone', async () => {
      const { id, codes } = await sell(2);
      await parts.holds.put(MEI, randomUUID(), { code: codes[0] ?? '', reason: 'Reported stolen' });
      await rig.clock.advance(1);
      await takeBack(id);
      for (const hold of await parts.holds.list(SHOP))
        await expect(parts.holds.release(MEI, hold.id)).rejects.toMatchObject({ status: 409, code: 'taken-back' });
      expect((await parts.holds.list(SHOP)).map(({ letGo }) => letGo)).toEqual([null, null]);
      await parts.issues.undoReturn(MEI, id);
      await expect(redeem(codes[0] ?? '')).rejects.toMatchObject({ code: 'voucher-held' });
      expect((await redeem(codes[1] ?? '')).view.state).toBe('captured');
      const [stolen] = (await parts.holds.list(SHOP)).filter(({ letGo }) => letGo === null);
      await parts.holds.release(MEI, stolen?.id ?? '');
      expect((await redeem(codes[0] ?? '')).view.state).toBe('captured');
    });
  });
});

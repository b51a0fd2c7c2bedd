import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { createRefundRig, REFUNDED_REF, type RefundRig } from '../../../testing/rigs/refund-rig.ts';
import { ANA, BEN, MEI } from '../../../testing/rigs/till.ts';

let till: RefundRig['till'];
let whileTimePasses: RefundRig['whileTimePasses'];
let redeemed: RefundRig['redeemed'];
beforeEach(async () => {
  ({ till, whileTimePasses, redeemed } = await createRefundRig());
});

const refund = (tenderId: string, caller = MEI) =>
  till.refunds.put(caller, randomUUID(), { tenderId, reason: 'wrong voucher' });

describe('a cashier', () => {
  const undoOver = { status: 403, code: 'undo-over' };

  it('can undo their own last redemption within the window, and gets its outcome', async () => {
    const { view: tender } = await till.tenders.put(ANA, randomUUID(), {
      code: REFUNDED_REF,
      amount: 2000,
      currency: 'SGD',
    });
    const until = new Date(till.clock.now() + LIMITS.undoForMs).toISOString();
    expect(tender.canUndoUntil).toBe(until);
    await till.clock.advance(LIMITS.undoForMs - 1);
    expect((await till.tenders.get(ANA, tender.id)).canUndoUntil).toBe(until);
    expect((await till.tenders.mine(ANA)).map(({ canUndoUntil }) => canUndoUntil)).toEqual([until]);
    expect((await refund(tender.id, ANA)).view.state).toBe('refunded');
  });

  it('cannot undo a redemption after the window, but a manager can refund it', async () => {
    const tenderId = await redeemed();
    await till.clock.advance(LIMITS.undoForMs);
    expect((await till.tenders.get(ANA, tenderId)).canUndoUntil).toBeNull();
    await expect(refund(tenderId, ANA)).rejects.toMatchObject(undoOver);
    expect((await refund(tenderId)).view.state).toBe('refunded');
  });

  it('can undo each redemption of the last sale, in any order, each within its own window', async () => {
    const saleId = randomUUID();
    const taken = async (amount: number, sale?: string) => {
      const wish = { code: REFUNDED_REF, amount, currency: 'SGD', ...(sale !== undefined && { saleId: sale }) };
      const { view: tender } = await till.tenders.put(ANA, randomUUID(), wish);
      await till.clock.advance(60_000);
      return tender.id;
    };
    const before = await taken(100, randomUUID());
    const first = await taken(200, saleId);
    const second = await taken(300, saleId);
    expect((await till.tenders.mine(ANA)).map(({ canUndoUntil }) => canUndoUntil !== null)).toEqual([
      true,
      true,
      false,
    ]);
    await expect(refund(before, ANA)).rejects.toMatchObject(undoOver);
    expect((await refund(first, ANA)).view.state).toBe('refunded');
    await till.clock.advance(LIMITS.undoForMs - 60_000);
    await expect(refund(second, ANA)).rejects.toMatchObject(undoOver);
  });

  it('can undo only the last successful redemption if no sale links it to others', async () => {
    const first = await redeemed(100);
    const last = await redeemed(200);
    await till.tenders.put(ANA, randomUUID(), { code: REFUNDED_REF, amount: 9900, currency: 'SGD' });
    expect((await till.tenders.mine(ANA)).map(({ canUndoUntil }) => canUndoUntil !== null)).toEqual([
      false,
      true,
      false,
    ]);
    await expect(refund(first, ANA)).rejects.toMatchObject(undoOver);
    expect((await refund(last, ANA)).view.state).toBe('refunded');
  });

  it('cannot undo another person’s redemption, and does not see it from another till', async () => {
    const tenderId = await redeemed(100, BEN);
    expect((await till.tenders.get(MEI, tenderId)).canUndoUntil).toBeNull();
    await expect(refund(tenderId, { ...BEN, person: ANA.person })).rejects.toMatchObject(undoOver);
    await expect(refund(tenderId, ANA)).rejects.toMatchObject({ status: 404 });
    expect(till.issuer.refundsCalled()).toEqual([]);
  });

  it('cannot undo a redemption that is already being undone', async () => {
    const tenderId = await redeemed();
    till.issuer.failNextRefund({ commit: 'never', answer: 'lost' });
    await whileTimePasses(refund(tenderId, ANA));
    expect(await till.tenders.get(ANA, tenderId)).toMatchObject({ state: 'captured', canUndoUntil: null });
  });

  it('can undo a capture that was found by search like any other', async () => {
    till.issuer.failNext({ commit: 'now', answer: 'lost' });
    const put = till.tenders.put(ANA, randomUUID(), { code: REFUNDED_REF, amount: 2000, currency: 'SGD' });
    const { view: tender } = await whileTimePasses(put);
    expect(tender.canUndoUntil).not.toBeNull();
    expect((await refund(tender.id, ANA)).view.state).toBe('refunded');
  });
});

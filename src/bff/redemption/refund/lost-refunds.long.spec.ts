import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRefundRig, REFUNDED_REF, type RefundRig } from '../../../testing/rigs/refund-rig.ts';
import { ANA, BEN, createTestTill, MEI, SHOP } from '../../../testing/rigs/till.ts';

const MINUTE_MS = 60_000;
let till: RefundRig['till'];
let whileTimePasses: RefundRig['whileTimePasses'];
let redeemed: RefundRig['redeemed'];
let refund: RefundRig['refund'];
beforeEach(async () => {
  ({ till, whileTimePasses, redeemed, refund } = await createRefundRig());
});

describe('a refund whose answer is lost', () => {
  it('answers after five seconds at the latest, with the known state', async () => {
    const tenderId = await redeemed();
    till.issuer.failNextRefund({ commit: 'now', answer: { afterMs: MINUTE_MS } });
    const { view } = await whileTimePasses(refund(tenderId), 5_000);
    expect(view.state).toBe('sent');
    await till.clock.advance(MINUTE_MS);
    expect((await till.refunds.get(MEI, view.id)).state).toBe('refunded');
  });

  it('ends as refunded once the issuer shows it', async () => {
    const tenderId = await redeemed();
    till.issuer.failNextRefund({ commit: 'now', answer: 'lost' });
    const { view } = await whileTimePasses(refund(tenderId));
    expect(view).toMatchObject({ state: 'refunded', refundId: till.issuer.ledger()[0]?.refundId });
    expect((await till.tenders.get(ANA, tenderId)).state).toBe('refunded');
  });

  it('stays unknown until it is proved not to have been made, and the next refund succeeds', async () => {
    const tenderId = await redeemed();
    till.issuer.failNextRefund({ commit: 'never', answer: 'lost' });
    const { view } = await whileTimePasses(refund(tenderId));
    expect(view.state).toBe('unknown');
    await till.clock.advance(200_000);
    expect((await till.refunds.get(MEI, view.id)).state).toBe('unknown');
    await till.clock.advance(45_000);
    expect((await till.refunds.get(MEI, view.id)).state).toBe('not_refunded');
    expect((await till.tenders.get(ANA, tenderId)).state).toBe('captured');
    expect((await refund(tenderId)).view.state).toBe('refunded');
  });

  it('becomes a manager’s case after ten minutes without an answer, and is still found afterwards', async () => {
    const tenderId = await redeemed();
    till.issuer.failNextRefund({ commit: 'now', answer: 'lost' });
    till.issuer.silent = true;
    const { view } = await whileTimePasses(refund(tenderId), 10_000);
    await till.clock.advance(620_000);
    expect((await till.refunds.get(MEI, view.id)).state).toBe('manager');
    till.issuer.silent = false;
    await till.clock.advance(300_000);
    expect((await till.refunds.get(MEI, view.id)).state).toBe('refunded');
  });

  it('uses its own snapshot of the voucher, because the snapshot of a check may be older than the capture', async () => {
    till.issuer.failNext({ commit: { afterMs: 2_000 }, answer: 'lost' });
    const put = till.tenders.put(ANA, randomUUID(), { code: REFUNDED_REF, amount: 2000, currency: 'SGD' });
    await till.clock.advance(1_000);
    await till.check(BEN, REFUNDED_REF);
    const { view: tender } = await whileTimePasses(put);
    expect(tender.state).toBe('captured');
    till.issuer.failNextRefund({ commit: 'never', answer: 'lost' });
    const { view } = await whileTimePasses(refund(tender.id));
    await till.clock.advance(245_000);
    expect((await till.refunds.get(MEI, view.id)).state).toBe('not_refunded');
  });

  it('is not sent if its first byte would leave more than five seconds after it was stored', async () => {
    const tenderId = await redeemed();
    const { refund: send } = till.issuer;
    till.issuer.refund = async (order, onFirstByte) => {
      await till.clock.sleep(5_001);
      return send(order, onFirstByte);
    };
    const { view } = await whileTimePasses(refund(tenderId));
    await till.refunds.drain();
    expect((await till.refunds.get(MEI, view.id)).state).toBe('not_sent');
    expect(till.issuer.ledger()[0]?.refundId).toBeNull();
  });

  it('ignores an earlier refund made elsewhere', async () => {
    const tenderId = await redeemed();
    const { captureId } = await till.tenders.get(ANA, await redeemed());
    till.issuer.refundElsewhere(captureId ?? '');
    await till.clock.advance(1_000);
    till.issuer.failNextRefund({ commit: 'never', answer: 'lost' });
    const { view } = await whileTimePasses(refund(tenderId));
    await till.clock.advance(245_000);
    expect((await till.refunds.get(MEI, view.id)).state).toBe('not_refunded');
  });

  it('is found after a restart, and is not sent again', async () => {
    const tenderId = await redeemed();
    till.issuer.failNextRefund({ commit: 'now', answer: { afterMs: 86_400_000 } });
    const { view } = await whileTimePasses(refund(tenderId));
    expect(view.state).toBe('sent');
    const after = await createTestTill(till);
    await after.settler.recover();
    expect((await after.refunds.get(MEI, view.id)).state).toBe('unknown');
    await till.clock.advance(3_000);
    expect((await after.refunds.get(MEI, view.id)).state).toBe('refunded');
    expect(till.issuer.refundsCalled()).toHaveLength(1);
  });

  it('is settled by its own late answer even if another server adopted it', async () => {
    const tenderId = await redeemed();
    till.issuer.searchLagMs = 3_600_000;
    till.issuer.failNextRefund({ commit: 'now', answer: { afterMs: 20_000 } });
    const { view } = await whileTimePasses(refund(tenderId));
    const other = await createTestTill(till);
    await other.settler.recover();
    expect((await other.refunds.get(MEI, view.id)).state).toBe('unknown');
    await till.clock.advance(20_000);
    expect((await other.refunds.get(MEI, view.id)).state).toBe('refunded');
  });
});

describe('a second refund after the first succeeded late', () => {
  /** A first refund that the issuer makes long after it was given up. */
  async function lateFirst(): Promise<string> {
    const tenderId = await redeemed();
    till.issuer.failNextRefund({ commit: { afterMs: 300_000 }, answer: 'lost' });
    const { view } = await whileTimePasses(refund(tenderId));
    await till.clock.advance(250_000);
    expect((await till.refunds.get(MEI, view.id)).state).toBe('not_refunded');
    await till.clock.advance(100_000);
    return tenderId;
  }

  it('is not reported as declined, and ends with the first refund’s row', async () => {
    const tenderId = await lateFirst();
    const { view } = await whileTimePasses(refund(tenderId));
    expect(view).toMatchObject({ state: 'refunded', refundId: till.issuer.ledger()[0]?.refundId });
    expect((await till.tenders.get(ANA, tenderId)).state).toBe('refunded');
  });

  it('finds the first refund’s row even if its own answer is lost', async () => {
    const tenderId = await lateFirst();
    till.issuer.failNextRefund({ commit: 'never', answer: 'lost' });
    expect((await whileTimePasses(refund(tenderId))).view.state).toBe('refunded');
  });

  it('becomes a manager’s case if the issuer reports it as already made but shows no row', async () => {
    const tenderId = await redeemed();
    const { captureId } = await till.tenders.get(ANA, tenderId);
    till.issuer.searchLagMs = 86_400_000;
    till.issuer.refundElsewhere(captureId ?? '');
    const { view } = await whileTimePasses(refund(tenderId));
    expect(view).toMatchObject({ state: 'unknown', refusal: null });
    await till.clock.advance(700_000);
    expect((await till.refunds.get(MEI, view.id)).state).toBe('manager');
    expect(await till.journals.refunds.inStates(SHOP, ['manager'])).toHaveLength(1);
  });
});

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { MODEL_SCOPE } from '../../../testing/issuer/model-issuer.ts';
import { createRefundRig, REFUNDED_REF, type RefundRig } from '../../../testing/rigs/refund-rig.ts';
import { ANA, BEN, MEI } from '../../../testing/rigs/till.ts';

let till: RefundRig['till'];
let whileTimePasses: RefundRig['whileTimePasses'];
let redeemed: RefundRig['redeemed'];
let refund: RefundRig['refund'];
beforeEach(async () => {
  ({ till, whileTimePasses, redeemed, refund } = await createRefundRig());
});
const worthOf = async (ref = REFUNDED_REF) => (await till.check(ANA, ref)).remaining;

describe('a refund', () => {
  it('reports that the voucher cannot be used if it has expired or is no longer valid', async () => {
    const known = till.issuer.checkByRef;
    for (const [change, unusable] of [
      [{}, null],
      [{ status: 'expired' }, 'expired'],
      [{ expiresAt: till.clock.now() - 1 }, 'expired'],
      [{ status: 'void' }, 'void'],
    ] as const) {
      till.issuer.checkByRef = known;
      const tenderId = await redeemed(100);
      till.issuer.checkByRef = async (ref) => {
        const asked = await known(ref);
        return asked.outcome === 'found' ? { ...asked, value: { ...asked.value, ...change } } : asked;
      };
      expect((await refund(tenderId)).view).toMatchObject({ state: 'refunded', unusable });
    }
  });

  it('returns the whole captured amount, and the redemption shows it', async () => {
    const tenderId = await redeemed();
    const { view, isNew } = await refund(tenderId);
    expect(isNew).toBe(true);
    expect(view).toMatchObject({
      state: 'refunded',
      tenderId,
      amount: { amount: 2000, currency: 'SGD' },
      reason: 'wrong voucher',
    });
    expect(view).toMatchObject({
      last4: '7890',
      person: 'Mei',
      device: 'Till 1',
      refundId: till.issuer.ledger()[0]?.refundId,
    });
    expect(await till.tenders.get(ANA, tenderId)).toMatchObject({
      state: 'refunded',
      remaining: null,
      canUndoUntil: null,
    });
    expect(await worthOf()).toEqual({ amount: 5000, currency: 'SGD' });
    expect(await till.refunds.get(MEI, view.id)).toEqual(view);
  });

  it('refunds items like money', async () => {
    till.issuer.add('3000000001', { items: 3 });
    const { view: tender } = await till.tenders.put(ANA, randomUUID(), { code: '3000000001', items: 1 });
    expect((await refund(tender.id)).view).toMatchObject({ state: 'refunded', amount: { items: 1 } });
    expect(await worthOf('3000000001')).toEqual({ items: 3 });
  });

  it('refunds the captured amount if that was less than requested', async () => {
    till.issuer.failNext({ commit: 'now', answer: 'normal', partial: 1500 });
    const { view: tender } = await till.tenders.put(ANA, randomUUID(), {
      code: REFUNDED_REF,
      amount: 2000,
      currency: 'SGD',
    });
    expect((await refund(tender.id)).view).toMatchObject({ state: 'refunded', amount: { amount: 1500 } });
  });

  it('is made once per id, and a repeat returns its state', async () => {
    const tenderId = await redeemed();
    const id = randomUUID();
    const first = await refund(tenderId, { id });
    expect(await refund(tenderId, { id })).toEqual({ view: first.view, isNew: false });
    expect(till.issuer.refundsCalled()).toHaveLength(1);
  });

  it('is made once if the same request arrives ten times at once', async () => {
    const tenderId = await redeemed();
    const id = randomUUID();
    const all = await Promise.all(Array.from({ length: 10 }, () => refund(tenderId, { id })));
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(all.map(({ view: { state } }) => state))).toEqual(new Set(['refunded']));
    expect(till.issuer.refundsCalled()).toHaveLength(1);
  });

  it('is refused if its id already belongs to another refund or to a redemption', async () => {
    const tenderId = await redeemed();
    const other = await redeemed();
    const id = randomUUID();
    await refund(tenderId, { id });
    const mismatch = { status: 409, code: 'refund-mismatch' };
    await expect(refund(tenderId, { id, reason: 'another' })).rejects.toMatchObject(mismatch);
    await expect(refund(other, { id })).rejects.toMatchObject(mismatch);
    await expect(refund(other, { id: other })).rejects.toMatchObject(mismatch);
    expect(till.issuer.refundsCalled()).toHaveLength(1);
  });

  it('is refused for a redemption that was already refunded or captured nothing', async () => {
    const tenderId = await redeemed();
    await refund(tenderId);
    const { view: declined } = await till.tenders.put(ANA, randomUUID(), {
      code: REFUNDED_REF,
      amount: 9900,
      currency: 'SGD',
    });
    for (const id of [tenderId, declined.id])
      await expect(refund(id)).rejects.toMatchObject({ status: 409, code: 'not-refundable' });
    await expect(refund(randomUUID())).rejects.toMatchObject({ status: 404, code: 'not-found' });
    expect(till.issuer.refundsCalled()).toHaveLength(1);
  });

  it('is sent once when two managers request it at the same time', async () => {
    const tenderId = await redeemed();
    const both = await Promise.allSettled([refund(tenderId), refund(tenderId)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(till.issuer.refundsCalled()).toHaveLength(1);
  });

  it('is refused while a redemption of the voucher is open, and a redemption is refused while a refund is open', async () => {
    const tenderId = await redeemed();
    till.issuer.failNext({ commit: 'never', answer: 'lost' });
    await whileTimePasses(till.tenders.put(BEN, randomUUID(), { code: REFUNDED_REF, amount: 100, currency: 'SGD' }));
    await expect(refund(tenderId)).rejects.toMatchObject({
      status: 409,
      code: 'voucher-open',
      details: { device: 'Till 2' },
    });
    await till.clock.advance(300_000);
    till.issuer.failNextRefund({ commit: 'never', answer: 'lost' });
    await whileTimePasses(refund(tenderId));
    const next = till.tenders.put(BEN, randomUUID(), { code: REFUNDED_REF, amount: 100, currency: 'SGD' });
    await expect(next).rejects.toMatchObject({ status: 409, code: 'voucher-open' });
  });

  it('is declined with the issuer’s message, and may be repeated', async () => {
    const tenderId = await redeemed();
    const { captureId } = await till.tenders.get(ANA, tenderId);
    await sql`drop trigger fact_no_update`.execute(till.db);
    await sql`update fact set data = replace(data, ${`${MODEL_SCOPE}-`}, 'abc-') where kind = 'captured'`.execute(
      till.db,
    );
    const { view } = await refund(tenderId);
    expect(view).toMatchObject({ state: 'declined', refusal: { reason: 'not-found' } });
    expect(till.issuer.refundsCalled()).toEqual([`abc-${captureId}`]);
    expect((await till.tenders.get(ANA, tenderId)).state).toBe('captured');
  });

  it('is not sent without a connection, and may be repeated', async () => {
    const tenderId = await redeemed();
    till.issuer.failNextRefund({ commit: 'never', answer: 'not-sent' });
    expect((await refund(tenderId)).view.state).toBe('not_sent');
    expect((await refund(tenderId)).view.state).toBe('refunded');
  });

  it('masks the ref in the reason, however it was typed', async () => {
    till.issuer.add('AB123456789');
    const { view: tender } = await till.tenders.put(ANA, randomUUID(), {
      code: 'AB123456789',
      amount: 100,
      currency: 'SGD',
    });
    const id = randomUUID();
    const { view } = await refund(tender.id, { id, reason: 'ab123456789 was the wrong one' });
    expect(view.reason).toBe('··6789 was the wrong one');
    expect((await refund(tender.id, { id, reason: 'ab123456789 was the wrong one' })).isNew).toBe(false);
  });

  it('uses the scope of the issuer’s latest link if the capture’s own link was lost', async () => {
    await redeemed(100);
    till.issuer.failNext({ commit: 'now', answer: 'lost' });
    const { view: tender } = await whileTimePasses(
      till.tenders.put(ANA, randomUUID(), { code: REFUNDED_REF, amount: 2000, currency: 'SGD' }),
    );
    expect(tender.state).toBe('captured');
    expect((await refund(tender.id)).view.state).toBe('refunded');
    expect(till.issuer.refundsCalled()).toEqual([`${MODEL_SCOPE}-${tender.captureId}`]);
  });

  it('is refused without a trace if the journal cannot be written', async () => {
    const tenderId = await redeemed();
    await sql`CREATE TRIGGER full BEFORE INSERT ON refund BEGIN SELECT RAISE(ABORT, 'disk full'); END`.execute(till.db);
    await expect(refund(tenderId)).rejects.toMatchObject({ status: 503, code: 'not-ready', retry: 'safe' });
    expect(till.issuer.refundsCalled()).toEqual([]);
  });

  it('is visible to its author, to its till and to a manager only', async () => {
    const tenderId = await redeemed();
    const { view } = await refund(tenderId, { caller: ANA });
    for (const caller of [ANA, MEI, { ...ANA, person: BEN.person }])
      expect((await till.refunds.get(caller, view.id)).id).toBe(view.id);
    await expect(till.refunds.get(BEN, view.id)).rejects.toMatchObject({ status: 404 });
    await expect(till.refunds.get(MEI, randomUUID())).rejects.toMatchObject({ status: 404 });
  });
});

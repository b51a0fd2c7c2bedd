import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createOffice, type Office, refusedWith } from '../../../testing/rigs/office.ts';
import { ANA, MEI, readAndSweep } from '../../../testing/rigs/till.ts';

const MINUTE_MS = 60_000;
let till: Office['till'];
let whileTimePasses: Office['whileTimePasses'];
let take: Office['take'];
let act: Office['act'];
let onlyItem: Office['onlyItem'];
let stateOf: Office['stateOf'];
beforeEach(async () => {
  ({ till, whileTimePasses, take, act, onlyItem, stateOf } = await createOffice());
});

describe('a late capture', () => {
  async function late(): Promise<string> {
    till.issuer.failNext({ commit: { afterMs: 400_000 }, answer: 'lost' });
    const tender = await whileTimePasses(take());
    await till.clock.advance(500_000);
    await readAndSweep(till, { from: till.clock.now() - 15 * MINUTE_MS, to: till.clock.now() });
    expect(await onlyItem()).toMatchObject({
      id: tender.id,
      kind: 'late',
      state: 'late_capture',
      actions: ['attach', 'refund'],
    });
    return tender.id;
  }

  it('stays redeemed if a manager decides so', async () => {
    const id = await late();
    expect((await onlyItem()).evidence.map(({ code }) => code)).toEqual([
      'answer-lost',
      'proved-nothing',
      'found-late',
    ]);
    expect(await act(id, { action: 'attach', reason: 'the goods are gone' })).toBeNull();
    expect(await till.tenders.get(ANA, id)).toMatchObject({ state: 'attached', captured: { amount: 2000 } });
  });

  it('is refunded if a manager decides so', async () => {
    const id = await late();
    expect(await act(id, { action: 'refund' })).toBeNull();
    expect(await stateOf(id)).toBe('refunded');
  });

  it('stays on the list when the refund fails', async () => {
    const id = await late();
    till.issuer.failNextRefund({ commit: 'never', answer: 'not-sent' });
    await expect(act(id, { action: 'refund' })).rejects.toMatchObject(refusedWith(409, 'not-refundable'));
    expect((await onlyItem()).actions).toEqual(['attach', 'refund']);
  });

  it('cannot be accepted while it may be refunded', async () => {
    const id = await late();
    till.issuer.failNextRefund({ commit: 'never', answer: 'lost' });
    const item = await whileTimePasses(act(id, { action: 'refund' }));
    expect(item).toMatchObject({ id, kind: 'late', actions: [] });
    expect((await till.attention.list()).map(({ subject }) => subject)).toEqual(['tender', 'refund']);
    await expect(act(id, { action: 'attach' })).rejects.toMatchObject(refusedWith(409, 'case-moved'));
  });

  it('cannot be closed, because it is real', async () => {
    const id = await late();
    await expect(act(id, { action: 'close' })).rejects.toMatchObject(refusedWith(409, 'case-moved'));
  });
});

describe('a refund that a manager decides', () => {
  /** A refund with an unknown outcome, because the issuer was silent. */
  async function unknownRefund(commit: 'now' | 'never'): Promise<{ id: string; tenderId: string; refundId: string }> {
    const tender = await take();
    till.issuer.failNextRefund({ commit, answer: 'lost' });
    till.issuer.silent = true;
    const put = till.refunds.put(MEI, randomUUID(), { tenderId: tender.id, reason: 'wrong one' });
    const { view: refund } = await whileTimePasses(put, 10_000);
    await till.clock.advance(620_000);
    await till.settler.stop();
    till.issuer.silent = false;
    expect(await onlyItem()).toMatchObject({ subject: 'refund', state: 'manager', actions: ['close'] });
    return { id: refund.id, tenderId: tender.id, refundId: till.issuer.ledger()[0]?.refundId ?? '' };
  }

  it('is closed as not refunded if a new search shows nothing', async () => {
    const { id, tenderId } = await unknownRefund('never');
    expect(await act(id, { action: 'close', reason: 'the balance is as it was' })).toBeNull();
    expect((await till.refunds.get(MEI, id)).state).toBe('not_refunded');
    expect(await stateOf(tenderId)).toBe('captured');
  });

  it('is not closed if its row exists, which can be attached instead', async () => {
    const { id, tenderId, refundId } = await unknownRefund('now');
    await expect(act(id, { action: 'close' })).rejects.toMatchObject(refusedWith(409, 'row-found'));
    expect(await onlyItem()).toMatchObject({
      candidates: [{ transactionId: refundId, type: 'refund' }],
      actions: ['attach', 'close'],
    });
    expect(await act(id, { action: 'attach', transactionId: refundId, reason: 'it is there' })).toBeNull();
    expect(await till.refunds.get(MEI, id)).toMatchObject({ state: 'refunded', refundId });
    expect(await stateOf(tenderId)).toBe('refunded');
  });

  it('is not attached to a capture, and not closed too early or without a reason', async () => {
    const { id, tenderId } = await unknownRefund('now');
    await act(id, { action: 'close' }).catch(() => null);
    const { captureId } = await till.tenders.get(MEI, tenderId);
    const attaching = act(id, { action: 'attach', transactionId: captureId ?? '' });
    await expect(attaching).rejects.toMatchObject(refusedWith(409, 'no-such-row'));
    till.issuer.silent = true;
    await expect(act(id, { action: 'close' })).rejects.toMatchObject(refusedWith(503, 'issuer-unclear'));
    till.clock.jump(-650_000);
    await expect(act(id, { action: 'close' })).rejects.toMatchObject(refusedWith(409, 'too-early'));
  });
});

import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createOffice, type Office, refusedWith } from '../../../testing/rigs/office.ts';
import { REFUNDED_REF } from '../../../testing/rigs/refund-rig.ts';
import { ANA, BEN, readAndSweep, SHOP } from '../../../testing/rigs/till.ts';
import { createGapStore } from '../../platform/store/journal-gaps.ts';

const MINUTE_MS = 60_000;
const W_MS = 210_000;
let till: Office['till'];
let whileTimePasses: Office['whileTimePasses'];
let take: Office['take'];
let act: Office['act'];
let onlyItem: Office['onlyItem'];
let stateOf: Office['stateOf'];
beforeEach(async () => {
  ({ till, whileTimePasses, take, act, onlyItem, stateOf } = await createOffice());
});

/** A redemption for a manager: the issuer captured less than requested, and the answer was lost. */
async function differing(): Promise<{ id: string; captureId: string }> {
  till.issuer.failNext({ commit: 'now', answer: 'lost', partial: 1500 });
  const tender = await whileTimePasses(take());
  await till.clock.advance(MINUTE_MS);
  expect(await stateOf(tender.id)).toBe('manager');
  return { id: tender.id, captureId: till.issuer.ledger()[0]?.captureId ?? '' };
}

/** A redemption without a capture, which could not be proved because the issuer was silent. */
async function unproved(): Promise<string> {
  till.issuer.failNext({ commit: 'never', answer: 'lost' });
  till.issuer.silent = true;
  const tender = await whileTimePasses(take(), 10_000);
  await till.clock.advance(620_000);
  expect(await stateOf(tender.id)).toBe('manager');
  await till.settler.stop();
  return tender.id;
}

describe('the list of cases', () => {
  it('shows a redemption with unknown outcome, without actions while it is being settled', async () => {
    till.issuer.failNext({ commit: 'never', answer: 'lost' });
    const tender = await whileTimePasses(take());
    const { since, changedAt, evidence, ...item } = await onlyItem();
    expect(item).toEqual({
      id: tender.id,
      kind: 'unsettled',
      subject: 'tender',
      state: 'unknown',
      last4: '7890',
      amount: { amount: 2000, currency: 'SGD' },
      person: 'Ana',
      device: 'Till 1',
      candidates: [],
      actions: [],
    });
    expect(evidence).toEqual([{ at: changedAt, code: 'answer-lost', detail: 'the connection broke' }]);
    expect(since).toBe(tender.createdAt);
    await expect(act(tender.id, { action: 'close' })).rejects.toMatchObject(refusedWith(409, 'case-moved'));
  });

  it('shows a redemption being sent only if its answer takes longer than ten seconds', async () => {
    till.issuer.failNext({ commit: 'now', answer: { afterMs: 25_000 } });
    const put = take();
    await till.clock.advance(10_000);
    expect(await till.attention.list()).toEqual([]);
    await till.clock.advance(1);
    expect(await onlyItem()).toMatchObject({ state: 'sent', actions: [] });
    await till.clock.advance(20_000);
    await put;
    expect(await till.attention.list()).toEqual([]);
  });

  it('shows a manager the evidence, oldest first, and the candidate rows', async () => {
    const { id, captureId } = await differing();
    const item = await onlyItem();
    expect(item).toMatchObject({ id, state: 'manager', actions: ['attach', 'refund', 'close'] });
    expect(item.evidence.map(({ code }) => code)).toEqual(['answer-lost', 'row-differs']);
    expect(item.candidates).toMatchObject([
      { transactionId: captureId, type: 'capture', amount: 1500, currency: 'SGD' },
    ]);
    expect(JSON.stringify(item)).not.toContain(REFUNDED_REF);
  });

  it('shows the issuer’s current rows if tills report several redemptions of a voucher, which only a person can decide', async () => {
    const asked = {
      code: REFUNDED_REF,
      ref: REFUNDED_REF,
      saleId: null,
      receiptNo: null,
      entry: null,
      requested: { amount: 300, currency: 'SGD' },
    };
    const lost = { ...ANA, ...asked, id: randomUUID(), returnVouchersInfo: false };
    const begun = await till.journal.recover(lost, till.clock.now(), null, null);
    if (begun?.outcome !== 'new') throw new Error('the voucher was taken');
    const reason = 'two tills remember one';
    await till.journal.append(begun.record, { kind: 'manager', reason, evidence: 'gap-contested', candidates: [] });
    expect(await onlyItem()).toMatchObject({ candidates: [], actions: ['close'] });
    till.issuer.captureElsewhere(REFUNDED_REF, 300);
    await readAndSweep(till, { from: till.clock.now() - 10 * MINUTE_MS, to: till.clock.now() + 1_000 });
    const item = await onlyItem();
    expect(item).toMatchObject({
      id: lost.id,
      candidates: [{ type: 'capture', amount: 300 }],
      actions: ['attach', 'refund', 'close'],
    });
    await act(lost.id, { action: 'attach', transactionId: item.candidates[0]?.transactionId ?? '' });
    expect(await stateOf(lost.id)).toBe('attached');
  });

  it('shows a capture that appeared after the manager was called, before the case is closed', async () => {
    const { id, captureId } = await differing();
    till.issuer.captureElsewhere(REFUNDED_REF, 300);
    await readAndSweep(till, { from: till.clock.now() - 10 * MINUTE_MS, to: till.clock.now() + 1_000 });
    const { candidates } = await onlyItem();
    expect(candidates).toMatchObject([
      { transactionId: captureId, amount: 1500 },
      { type: 'capture', amount: 300 },
    ]);
    await act(id, { action: 'attach', transactionId: candidates[1]?.transactionId ?? '' });
    expect(await stateOf(id)).toBe('attached');
  });

  it('is ordered by start time, across all kinds', async () => {
    await differing();
    till.issuer.captureElsewhere(REFUNDED_REF, 300);
    await till.clock.advance(1_000);
    const item = await onlyItem();
    await act(item.id, { action: 'attach', transactionId: item.candidates[0]?.transactionId ?? '' });
    await readAndSweep(till, { from: till.clock.now() - 10 * MINUTE_MS, to: till.clock.now() });
    await till.clock.advance(1_000);
    till.issuer.failNext({ commit: 'never', answer: 'lost' });
    await whileTimePasses(take(100, BEN));
    expect((await till.attention.list()).map(({ kind }) => kind)).toEqual(['orphan', 'unsettled']);
  });

  it('has no entry for a finished redemption or an unknown id', async () => {
    const tender = await take();
    for (const id of [tender.id, randomUUID()]) {
      await expect(act(id, { action: 'close' })).rejects.toMatchObject(refusedWith(404, 'not-found'));
    }
  });
});

describe('a redemption that a manager decides', () => {
  it('is attached to the chosen row, with the manager and the reason recorded', async () => {
    const { id, captureId } = await differing();
    expect(
      await act(id, { action: 'attach', transactionId: captureId, reason: `the receipt of ${REFUNDED_REF}` }),
    ).toBeNull();
    expect(await till.tenders.get(ANA, id)).toMatchObject({ state: 'attached', captured: { amount: 1500 }, captureId });
    const { fact } = (await till.journal.read(SHOP, id))?.facts.at(-1) ?? {};
    expect(fact).toMatchObject({
      kind: 'attached',
      by: { personId: 'mei', person: 'Mei' },
      note: 'the receipt of ··7890',
    });
    expect((await take(100)).state).toBe('captured');
  });

  it('is refunded by the chosen row', async () => {
    const { id, captureId } = await differing();
    expect(await act(id, { action: 'refund', transactionId: captureId })).toBeNull();
    expect(await stateOf(id)).toBe('refunded');
    expect(till.issuer.ledger()[0]?.refundId).not.toBeNull();
  });

  it('is attached only, and the error is reported, if the refund fails', async () => {
    const { id, captureId } = await differing();
    till.issuer.failNextRefund({ commit: 'never', answer: 'not-sent' });
    await expect(act(id, { action: 'refund', transactionId: captureId })).rejects.toMatchObject(
      refusedWith(409, 'not-refundable'),
    );
    expect(await stateOf(id)).toBe('attached');
  });

  it('is listed as a refund while that refund is unknown', async () => {
    const { id, captureId } = await differing();
    till.issuer.failNextRefund({ commit: 'never', answer: 'lost' });
    expect(await whileTimePasses(act(id, { action: 'refund', transactionId: captureId }))).toBeNull();
    expect(await onlyItem()).toMatchObject({
      subject: 'refund',
      state: 'unknown',
      amount: { amount: 1500 },
      person: 'Mei',
    });
  });

  it('cannot be matched without a transaction, or with one that is missing, claimed, not a capture, or another voucher’s', async () => {
    till.issuer.add('9999999999');
    const other = await take(100, BEN);
    const { id } = await differing();
    till.issuer.captureElsewhere('9999999999', 1500);
    const foreign = till.issuer.ledger().at(-1)?.captureId ?? '';
    await expect(act(id, { action: 'attach' })).rejects.toMatchObject({
      status: 400,
      details: { field: 'transactionId' },
    });
    for (const transactionId of ['nothing', other.captureId ?? '', other.authorizationId ?? '', foreign]) {
      await expect(act(id, { action: 'attach', transactionId })).rejects.toMatchObject(refusedWith(409, 'no-such-row'));
    }
    expect(await stateOf(id)).toBe('manager');
  });

  it('is not attached while the issuer does not answer', async () => {
    const { id, captureId } = await differing();
    till.issuer.silent = true;
    const attaching = act(id, { action: 'attach', transactionId: captureId });
    await expect(attaching).rejects.toMatchObject(refusedWith(503, 'issuer-unclear'));
  });

  it('is closed as not redeemed if a new search shows nothing, with the manager and the reason recorded', async () => {
    const id = await unproved();
    till.issuer.silent = false;
    till.issuer.add('9999999999');
    till.issuer.captureElsewhere('9999999999', 2000);
    expect(await act(id, { action: 'close', reason: 'the customer paid cash' })).toBeNull();
    expect(await stateOf(id)).toBe('not_captured');
    const { fact } = (await till.journal.read(SHOP, id))?.facts.at(-1) ?? {};
    expect(fact).toMatchObject({ by: { person: 'Mei' }, note: 'the customer paid cash' });
    expect((await take()).state).toBe('captured');
  });

  it('is not closed while the issuer does not answer', async () => {
    const id = await unproved();
    await expect(act(id, { action: 'close' })).rejects.toMatchObject(refusedWith(503, 'issuer-unclear'));
  });

  it('is not closed while the issuer may still act on it', async () => {
    const { id } = await differing();
    await expect(act(id, { action: 'close' })).rejects.toMatchObject({
      ...refusedWith(409, 'too-early'),
      retry: 'safe',
    });
    await till.clock.advance(W_MS);
    await expect(act(id, { action: 'close' })).rejects.toMatchObject(refusedWith(409, 'row-found'));
  });

  it('is not closed before an extra wait if the journal may have lost another attempt', async () => {
    const id = await unproved();
    till.issuer.silent = false;
    const gaps = createGapStore(till.db, SHOP);
    const foundAt = till.clock.now();
    await gaps.note({ id: randomUUID(), reason: 'restored', fromAt: foundAt - MINUTE_MS, foundAt });
    await till.opening.start();
    await till.opening.stop();
    await till.clock.advance(W_MS);
    await expect(act(id, { action: 'close' })).rejects.toMatchObject(refusedWith(409, 'too-early'));
    await till.clock.advance(10_000);
    await act(id, { action: 'close' });
    expect(await stateOf(id)).toBe('not_captured');
  });

  it('is not closed if a row may be its own, which can be attached instead', async () => {
    const id = await unproved();
    till.issuer.silent = false;
    till.issuer.captureElsewhere(REFUNDED_REF, 700);
    expect((await onlyItem()).actions).toEqual(['close']);
    await expect(act(id, { action: 'close' })).rejects.toMatchObject(refusedWith(409, 'row-found'));
    const item = await onlyItem();
    expect(item).toMatchObject({ candidates: [{ amount: 700 }], actions: ['attach', 'refund', 'close'] });
    expect(item.evidence.map(({ code }) => code)).toEqual(['answer-lost', 'issuer-silent', 'row-differs']);
    await expect(act(id, { action: 'close' })).rejects.toMatchObject(refusedWith(409, 'row-found'));
    expect((await onlyItem()).evidence).toHaveLength(3);
    await act(id, { action: 'attach', transactionId: item.candidates[0]?.transactionId ?? '' });
    expect(await stateOf(id)).toBe('attached');
  });

  it('is closed even if the voucher was used before, by this and another till of the shop', async () => {
    await take(100);
    till.issuer.captureElsewhere(REFUNDED_REF, 700);
    await till.clock.advance(2_000);
    await till.check(ANA, REFUNDED_REF);
    /* The snapshot is taken during the cashier's check. */
    await till.clock.advance(1_000);
    const id = await unproved();
    till.issuer.silent = false;
    await act(id, { action: 'close' });
    expect(await stateOf(id)).toBe('not_captured');
  });

  it('is closed even if another redemption in this shop used the voucher since the first search failed', async () => {
    const { captureId } = await take(100);
    const id = await unproved();
    expect((await till.journal.read(SHOP, id))?.status.snapshot?.seen).toBeNull();
    till.issuer.silent = false;
    await act(id, { action: 'close' });
    expect(await stateOf(id)).toBe('not_captured');
    expect(await till.journal.claimed(SHOP, [captureId ?? ''])).toEqual(new Set([captureId]));
  });

  it('is closed even if the voucher was used in another shop since', async () => {
    const id = await unproved();
    till.issuer.silent = false;
    till.issuer.captureElsewhere(REFUNDED_REF, 700, '000000000000099');
    await act(id, { action: 'close' });
    expect(await stateOf(id)).toBe('not_captured');
  });

  it('is attached only once if two requests arrive at once', async () => {
    const { id, captureId } = await differing();
    const both = await Promise.allSettled([
      act(id, { action: 'attach', transactionId: captureId }),
      act(id, { action: 'attach', transactionId: captureId }),
    ]);
    const reasons = both.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []));
    expect(reasons).toHaveLength(1);
    expect(['case-moved', 'no-such-row']).toContain(reasons[0]);
  });
});

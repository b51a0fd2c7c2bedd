import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EvidenceCode } from '../../../contract/voucher/evidence.ts';
import { createManualClock } from '../../../testing/clock.ts';
import { captureFact, createTestJournals, NO_BASELINE, newTender } from '../../../testing/databases/journal-kit.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { ANA, BEN, MEI, QUIET, seedPeople } from '../../../testing/rigs/till.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { createChanges } from '../operation/changes.ts';
import { Stale } from '../operation/stale.ts';
import type { Journals } from './journals.ts';
import { latestRefundScope } from './refund-scope.ts';
import type { NewRefund, RefundRecord } from './refund-store.ts';
import type { NewTender, TenderRecord } from './tender-store.ts';

const REFUNDED = { kind: 'refunded', refundId: 'r-1', evidence: 'answer' } as const;
const UNKNOWN = { kind: 'unknown', reason: 'silence', evidence: 'answer-lost' } as const;

onStores([SQLITE, POSTGRES], ({ open }) => {
  const clock = createManualClock();
  let store: TestStore;
  let journals: Journals;
  let shop: Scope;
  let heard: string[];
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    shop = shopNamed(randomUUID());
    await seedPeople(store.db, shop, shop);
    heard = [];
    const changes = createChanges({ servers: store.servers, log: QUIET });
    changes.on(({ kind, id }) => heard.push(`${kind} ${id}`));
    journals = createTestJournals(store, clock, changes);
  });

  async function captured(changes: Partial<NewTender> = {}, captureId: string = randomUUID()): Promise<TenderRecord> {
    const result = await journals.tenders.begin(newTender(shop, changes), NO_BASELINE);
    const tender =
      result.outcome === 'new' ? await journals.tenders.capture(result.record, captureFact(captureId)) : null;
    if (!tender) throw new Error('the tender could not be captured');
    return tender;
  }

  const wish = (tender: TenderRecord, changes: Partial<NewRefund> = {}): NewRefund => ({
    id: randomUUID(),
    device: ANA.device,
    person: MEI.person,
    tender,
    note: 'wrong one',
    ...changes,
  });

  async function begun(tender: TenderRecord): Promise<RefundRecord> {
    const result = await journals.refunds.begin(wish(tender), NO_BASELINE);
    if (result.outcome !== 'new') throw new Error(`expected a new refund, got ${result.outcome}`);
    return result.record;
  }

  describe('a refund', () => {
    it('locks the voucher against tenders, and a tender locks it against refunds', async () => {
      const refund = await begun(await captured());
      const tender = await journals.tenders.begin(newTender(shop), NO_BASELINE);
      expect(tender).toMatchObject({ outcome: 'voucher-open', holder: { kind: 'refund', operationId: refund.id } });
      await journals.refunds.append(refund, { kind: 'not_sent', reason: 'refused' });
      await journals.tenders.begin(newTender(shop, { device: BEN.device }), NO_BASELINE);
      const second = await journals.refunds.begin(wish(refund.tender), NO_BASELINE);
      expect(second).toMatchObject({ outcome: 'voucher-open', holder: { kind: 'tender', device: 'Till 2' } });
    });

    it('begins only once if twenty requests arrive at once', async () => {
      const tender = await captured();
      const all = await Promise.all(
        Array.from({ length: 20 }, () => journals.refunds.begin(wish(tender), NO_BASELINE)),
      );
      expect(all.filter(({ outcome }) => outcome === 'new')).toHaveLength(1);
      expect(all.filter(({ outcome }) => outcome === 'voucher-open')).toHaveLength(19);
    });

    it('begins only once if twenty requests with the same id arrive at once', async () => {
      const request = wish(await captured());
      const all = await Promise.all(Array.from({ length: 20 }, () => journals.refunds.begin(request, NO_BASELINE)));
      expect(all.filter(({ outcome }) => outcome === 'new')).toHaveLength(1);
      expect(all.filter(({ outcome }) => outcome === 'same')).toHaveLength(19);
    });

    it('does not begin for a tender that changed meanwhile, and leaves no trace', async () => {
      const tender = await captured();
      const refund = await begun(tender);
      await journals.refunds.refunded(refund, { ...REFUNDED, refundId: randomUUID() });
      const late = wish(tender);
      await expect(journals.refunds.begin(late, NO_BASELINE)).rejects.toThrow(Stale);
      expect(await journals.refunds.read(shop, late.id)).toBeNull();
      expect(await journals.tenders.holder(shop, tender.ref)).toBeNull();
    });

    it('marks its tender as refunded, claims the issuer’s row and releases the lock in one step', async () => {
      const refund = await begun(await captured());
      heard = [];
      const refundId = randomUUID();
      expect((await journals.tenders.refundable(shop, refund.tender.ref)).map(({ id }) => id)).toEqual([
        refund.tender.id,
      ]);
      const after = await journals.refunds.refunded(refund, { ...REFUNDED, refundId });
      expect(after?.status).toMatchObject({ state: 'refunded', refundId });
      expect((await journals.tenders.read(shop, refund.tender.id))?.status.state).toBe('refunded');
      expect(await journals.tenders.wasRefunded(shop, refund.tender.ref)).toBe(true);
      expect(await journals.tenders.refundable(shop, refund.tender.ref)).toEqual([]);
      expect(await journals.tenders.wasRefunded(shopNamed('another shop'), refund.tender.ref)).toBe(false);
      expect(await journals.tenders.claimed(shop, [refundId])).toEqual(new Set([refundId]));
      expect(await journals.tenders.holder(shop, refund.tender.ref)).toBeNull();
      expect(heard.sort()).toEqual([`refund ${refund.id}`, `tender ${refund.tender.id}`].sort());
      expect((await journals.refunds.ofTender(shop, refund.tender.id)).map(({ id }) => id)).toEqual([refund.id]);
    });

    it('does not change if another operation has claimed the issuer’s row', async () => {
      const tender = await captured({}, 'taken-already');
      const refund = await begun(tender);
      expect(await journals.refunds.refunded(refund, { ...REFUNDED, refundId: 'taken-already' })).toBeNull();
      expect((await journals.refunds.read(shop, refund.id))?.status.state).toBe('sent');
      expect((await journals.tenders.read(shop, tender.id))?.status.state).toBe('captured');
    });

    it('accepts only the first of two simultaneous writers', async () => {
      const refund = await begun(await captured());
      const both = await Promise.allSettled([
        journals.refunds.append(refund, UNKNOWN),
        journals.refunds.refunded(refund, { ...REFUNDED, refundId: randomUUID() }),
      ]);
      const lost = both.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      expect(lost).toHaveLength(1);
      expect(lost[0]).toBeInstanceOf(Stale);
    });

    it('cannot refund a tender twice', async () => {
      const tender = await captured();
      const first = await journals.refunds.append(await begun(tender), UNKNOWN);
      const given = await journals.refunds.append(first, { kind: 'not_refunded', reason: 'proved' });
      await journals.refunds.refunded(await begun(tender), { ...REFUNDED, refundId: randomUUID() });
      const now = await journals.refunds.read(shop, given.id);
      if (!now) throw new Error('the refund is gone');
      await expect(journals.refunds.refunded(now, { ...REFUNDED, refundId: randomUUID() })).rejects.toThrow(
        'cannot accept the fact refunded',
      );
      expect((await journals.tenders.read(shop, tender.id))?.status.state).toBe('refunded');
    });

    it('can call a manager again with other rows, but cannot be sent again', async () => {
      const refund = await journals.refunds.append(await begun(await captured()), UNKNOWN);
      const call = (evidence: EvidenceCode) => ({ kind: 'manager' as const, reason: 'late', evidence, candidates: [] });
      const called = await journals.refunds.append(refund, call('issuer-silent'));
      const again = await journals.refunds.append(called, call('several-fit'));
      expect((await journals.refunds.read(shop, refund.id))?.status).toEqual(again.status);
      expect(await journals.refunds.inStates(shop, ['manager'])).toMatchObject([
        { status: { call: { evidence: 'several-fit' } } },
      ]);
      await expect(journals.refunds.append(again, UNKNOWN)).rejects.toThrow('cannot accept the fact');
    });

    it('is reported as another operation under the id of a tender', async () => {
      const tender = await captured();
      const identity = { shop, tenderId: tender.id, note: 'wrong one' };
      expect(await journals.refunds.recall(tender.id, identity)).toEqual({ outcome: 'different' });
      expect(await journals.refunds.recall(randomUUID(), identity)).toEqual({ outcome: 'none' });
      expect(await journals.refunds.begin(wish(tender, { id: tender.id }), NO_BASELINE)).toEqual({
        outcome: 'different',
      });
    });
  });

  it('the scope of refunds comes from the latest link in an answer', async () => {
    const link = async (scope: string | null) => {
      const result = await journals.tenders.begin(newTender(shop), NO_BASELINE);
      if (result.outcome !== 'new') throw new Error('the voucher is open');
      const captureId = randomUUID();
      const refundHandle = scope === null ? null : `${scope}-${captureId}`;
      await journals.tenders.capture(result.record, { ...captureFact(captureId), refundHandle });
    };
    for (const scope of ['old', 'edr', null, null]) await link(scope);
    expect(await latestRefundScope(store.db, shop)).toBe('edr');
  });
});

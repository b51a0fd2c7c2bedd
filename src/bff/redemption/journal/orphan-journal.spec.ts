import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { money } from '../../../contract/money/money.ts';
import type { Candidate } from '../../../contract/voucher/evidence.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { MODEL_MID } from '../../../testing/issuer/model-issuer.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { ANA, createTestTill, MEI, readAndSweep, SHOP, seedPeople } from '../../../testing/rigs/till.ts';
import type { Store } from '../../platform/storage/open-store.ts';
import { Stale } from '../operation/stale.ts';
import type { NewOrphan, OrphanJournal } from './orphan-store.ts';

const REF = 'CANARY00REF3';
const OTHER_REF = 'CANARY00REF4';
const UNTOLD = { authorizationId: null, evidence: 'search', refundHandle: null } as const;
const BY = { personId: 'mei', person: 'Mei' };

onStores([SQLITE, POSTGRES], ({ open }) => {
  let store: TestStore;
  let other: Store | null;
  let till: Awaited<ReturnType<typeof createTestTill>>;
  let orphans: OrphanJournal;
  beforeAll(async () => {
    store = await open();
    other = (await store.another?.()) ?? null;
    await seedPeople(store.db, SHOP);
    till = await createTestTill(store);
    till.issuer.add(REF);
    orphans = till.journals.orphans;
    await till.journal.learnMid(SHOP, MODEL_MID);
  });
  afterAll(async () => {
    await other?.close();
    await store.close();
  });
  beforeEach(async () => {
    for (const orphan of await orphans.open(SHOP)) await orphans.close(orphan, BY, 'from before');
  });

  const row = (transactionId: string = randomUUID()): Candidate => ({
    transactionId,
    type: 'capture',
    status: 'Succeeded',
    amount: 700,
    currency: 'SGD',
    at: new Date(till.clock.now()).toISOString(),
    mid: MODEL_MID,
  });
  const found = (changes: Partial<NewOrphan> = {}) =>
    orphans.found({ id: randomUUID(), shop: SHOP, row: row(), ref: REF, ...changes });

  describe('an orphan', () => {
    it('is stored with its row, until a manager closes it', async () => {
      const orphan = await found();
      expect(await orphans.open(SHOP)).toEqual([orphan]);
      expect(orphan).toMatchObject({ status: { state: 'found' }, last4: 'REF3', row: { amount: 700 } });
      if (!orphan) return;
      const closed = await orphans.close(orphan, BY, 'the old till');
      expect(closed.facts.at(-1)?.fact).toEqual({ kind: 'closed', by: BY, note: 'the old till' });
      expect(await orphans.read(SHOP, orphan.id)).toEqual(closed);
      expect(await orphans.open(SHOP)).toEqual([]);
      await expect(orphans.close(orphan, BY, 'again')).rejects.toBeInstanceOf(Stale);
      await expect(orphans.close(closed, BY, 'again')).rejects.toThrow('already closed');
      expect(await orphans.read(SHOP, orphan.id)).toEqual(closed);
    });

    it('is recorded as a redemption of its voucher, once', async () => {
      const orphan = await found();
      if (!orphan) throw new Error('It was found');
      const ref = orphans.refOf(orphan);
      const wanted = { shop: SHOP, code: ref, ref, requested: { amount: 700, currency: 'SGD' }, saleId: null };
      const capture = { ...UNTOLD, vouchers: [], captureId: orphan.row.transactionId, captured: 700 };
      const fact = { kind: 'attached', capture, by: BY, note: 'charged by mistake' } as const;
      const record = () => {
        const tender = { ...ANA, ...wanted, receiptNo: null, entry: null, returnVouchersInfo: false };
        return till.journal.recordOrphan({ ...tender, id: randomUUID() }, fact, orphan);
      };
      const results = await Promise.allSettled([record(), record()]);
      const recorded = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(recorded).toMatchObject([
        { outcome: 'new', record: { ref: REF, status: { state: 'attached', capture } } },
      ]);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(Stale) });
      expect(await orphans.open(SHOP)).toEqual([]);
      expect(await orphans.unexplained(SHOP, 0)).not.toContainEqual(expect.objectContaining({ id: orphan.id }));
    });

    it('can still be claimed by one tender after its case was closed', async () => {
      const orphan = await found();
      if (!orphan) throw new Error('It was found');
      await orphans.close(orphan, BY, 'nobody knows');
      const given = async () => {
        const id = randomUUID();
        const asked = { id, shop: SHOP, code: OTHER_REF, ref: OTHER_REF, requested: { amount: 700, currency: 'SGD' } };
        const tender = { ...ANA, ...asked, saleId: null, receiptNo: null, entry: null, returnVouchersInfo: false };
        const begun = await till.journal.recover(tender, till.clock.now(), null, 'contested');
        const closed = await orphans.read(SHOP, orphan.id);
        if (begun?.outcome !== 'new' || !closed) throw new Error('It is contested');
        const { row: candidate } = closed;
        const capture = { ...UNTOLD, vouchers: [], captureId: candidate.transactionId, captured: 700 };
        const fact = { kind: 'attached', capture, by: BY, note: 'Order 1029' } as const;
        return till.journal.attachListed(begun.record, fact, closed);
      };
      expect((await given()).status.state).toBe('attached');
      expect(await orphans.unexplained(SHOP, 0)).not.toContainEqual(expect.objectContaining({ id: orphan.id }));
      expect((await orphans.read(SHOP, orphan.id))?.status.tenderId).not.toBeNull();
      await expect(given()).rejects.toThrow('already closed');
    });

    it('is recorded once if several searches find it at the same time', async () => {
      const same = row();
      const all = await Promise.all(Array.from({ length: 10 }, () => found({ row: same })));
      expect(all.filter((orphan) => orphan !== null)).toHaveLength(1);
      expect(await orphans.open(SHOP)).toHaveLength(1);
      expect(await till.journal.claimed(SHOP, [same.transactionId])).toEqual(new Set([same.transactionId]));
    });

    it('is not recorded if a redemption has the transaction', async () => {
      const { view: tender } = await till.tenders.put(ANA, randomUUID(), { code: REF, amount: 100, currency: 'SGD' });
      expect(await found({ row: row(tender.captureId ?? '') })).toBeNull();
      expect(await orphans.open(SHOP)).toEqual([]);
    });

    it('never appears in another shop, and its stored ref is encrypted', async () => {
      const orphan = await found();
      expect(await orphans.read(shopNamed('elsewhere'), orphan?.id ?? '')).toBeNull();
      expect(await orphans.open(shopNamed('elsewhere'))).toEqual([]);
      expect(JSON.stringify(await store.db.selectFrom('fact').selectAll().execute())).not.toContain(REF);
    });
  });

  it('servers that search for captures at the same time record each of them once', async () => {
    const givenUp: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      till.issuer.add(`LATE${index}`, money(499, 'SGD'));
      const { view: tender } = await till.tenders.put(ANA, randomUUID(), {
        code: `LATE${index}`,
        amount: 500,
        currency: 'SGD',
      });
      expect(tender.state).toBe('declined');
      till.issuer.add(`LATE${index}`);
      givenUp.push(tender.id);
      till.clock.jump(1_000);
      till.issuer.captureElsewhere(`LATE${index}`, 500);
      till.issuer.captureElsewhere(REF, 10 + index);
    }
    const { issuer, clock } = till;
    const servers = [till, await createTestTill({ issuer, clock, ...(other ?? store) })];
    const period = { from: clock.now() - 60_000, to: clock.now() };
    const looks = [...servers, ...servers].map((one) => readAndSweep(one, period));
    expect(await Promise.all(looks)).toEqual([true, true, true, true]);
    const states = await Promise.all(givenUp.map(async (id) => (await till.tenders.get(MEI, id)).state));
    expect(new Set(states)).toEqual(new Set(['late_capture']));
    const kinds = (await till.attention.list()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'late')).toHaveLength(5);
    expect(kinds.filter((kind) => kind === 'orphan')).toHaveLength(5);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../bff/platform/base/scope.ts';
import type { NewTender, TenderRecord } from '../../bff/redemption/journal/tender-store.ts';
import { Stale } from '../../bff/redemption/operation/stale.ts';
import { money } from '../../contract/money/money.ts';
import { OPEN_STATES } from '../../contract/redemption/tender.ts';
import { ANA, BEN } from '../rigs/till.ts';
import { captureFact, type JournalUnderTest, NO_BASELINE, newTender, UNKNOWN } from './journal-kit.ts';

/** Changes that make another request with the same id. */
const OTHERS: readonly (readonly [what: string, change: Partial<NewTender>])[] = [
  ['amount', { requested: money(2001, 'SGD') }],
  ['kind of worth', { requested: { items: 2000 } }],
  ['voucher', { code: '9999999999', ref: '9999999999' }],
  ['sale', { saleId: randomUUID() }],
  ['receipt number', { receiptNo: 'R-1029' }],
  ['way in', { entry: 'camera' }],
];

/** The requirements for every journal of tenders, in any store. */
export function journalSuite(open: () => Promise<JournalUnderTest>): void {
  let under: JournalUnderTest;
  let shop: Scope;
  beforeAll(async () => {
    under = await open();
  });
  afterAll(() => under.close());
  beforeEach(async () => {
    shop = await under.newShop();
  });

  const wish = (changes: Partial<NewTender> = {}) => newTender(shop, changes);

  async function begun(changes: Partial<NewTender> = {}): Promise<TenderRecord> {
    const result = await under.journal.begin(wish(changes), NO_BASELINE);
    if (result.outcome !== 'new') throw new Error(`expected a new tender, got ${result.outcome}`);
    return result.record;
  }

  describe('the voucher lock', () => {
    it('lets one till in and tells the other which till has the voucher', async () => {
      const first = await begun();
      const second = await under.journal.begin(wish({ device: BEN.device, person: BEN.person }), NO_BASELINE);
      expect(second).toMatchObject({ outcome: 'voucher-open', holder: { operationId: first.id, device: 'Till 1' } });
    });

    it('knows the voucher in another spelling', async () => {
      await begun({ ref: 'AB123456789' });
      expect((await under.journal.begin(wish({ ref: 'ab123456789' }), NO_BASELINE)).outcome).toBe('voucher-open');
    });

    it.each(['unknown', 'manager'] as const)('holds while the tender is %s', async (state) => {
      let tender = await under.journal.append(await begun(), UNKNOWN);
      if (state === 'manager')
        tender = await under.journal.append(tender, { kind: 'manager', reason: 'late', evidence: 'issuer-silent', candidates: [] });
      expect(tender.status.state).toBe(state);
      expect((await under.journal.begin(wish(), NO_BASELINE)).outcome).toBe('voucher-open');
    });

    it('opens when the tender is over', async () => {
      await under.journal.append(await begun(), { kind: 'not_sent', reason: 'no connection' });
      expect((await under.journal.begin(wish(), NO_BASELINE)).outcome).toBe('new');
    });

    it('lets exactly one of twenty simultaneous tenders in', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => under.journal.begin(wish(), NO_BASELINE)));
      expect(all.filter(({ outcome }) => outcome === 'new')).toHaveLength(1);
      expect(all.filter(({ outcome }) => outcome === 'voucher-open')).toHaveLength(19);
    });

    it('lets one tender in of twenty simultaneous requests with the same id', async () => {
      const request = wish();
      const all = await Promise.all(Array.from({ length: 20 }, () => under.journal.begin(request, NO_BASELINE)));
      expect(all.filter(({ outcome }) => outcome === 'new')).toHaveLength(1);
      expect(all.filter(({ outcome }) => outcome === 'same')).toHaveLength(19);
    });
  });

  describe('the id of a tender', () => {
    it('answers with the same tender to the same request', async () => {
      const request = wish();
      await under.journal.begin(request, NO_BASELINE);
      expect(await under.journal.begin(request, NO_BASELINE)).toMatchObject({ outcome: 'same', record: { id: request.id } });
      expect(await under.journal.recall(request.id, request)).toMatchObject({ outcome: 'same' });
    });

    it.each(OTHERS)('is refused for another %s', async (_, change) => {
      const request = wish();
      await under.journal.begin(request, NO_BASELINE);
      expect((await under.journal.recall(request.id, { ...request, ...change })).outcome).toBe('different');
    });

    it('cannot arrive after it was given up', async () => {
      const request = wish();
      expect(await under.journal.cancel(shop, request.id)).toEqual({ outcome: 'cancelled' });
      expect(await under.journal.cancel(shop, request.id)).toEqual({ outcome: 'cancelled' });
      expect((await under.journal.begin(request, NO_BASELINE)).outcome).toBe('cancelled');
    });

    it('is either given up or arrives when both happen at the same time', async () => {
      for (let round = 0; round < 10; round += 1) {
        const request = wish();
        const [given, came] = await Promise.all([under.journal.cancel(shop, request.id), under.journal.begin(request, NO_BASELINE)]);
        expect([given.outcome, came.outcome]).toEqual(given.outcome === 'cancelled' ? ['cancelled', 'cancelled'] : ['started', 'new']);
        if (came.outcome === 'new') await under.journal.append(came.record, { kind: 'not_sent', reason: 'no connection' });
      }
    });

    it('cannot be given up after it has arrived', async () => {
      const tender = await begun();
      expect(await under.journal.cancel(shop, tender.id)).toEqual({ outcome: 'started', state: 'sent' });
    });
  });

  describe('facts', () => {
    it('are refused when they cannot follow', async () => {
      const tender = await begun();
      await expect(under.journal.append(tender, { kind: 'not_captured', reason: 'guess' })).rejects.toThrow('cannot accept the fact');
    });

    it('are refused from whoever read the tender before somebody else moved it on', async () => {
      const tender = await begun();
      await under.journal.append(tender, UNKNOWN);
      await expect(under.journal.capture(tender, captureFact('c-1'))).rejects.toThrow(Stale);
      expect((await under.journal.claimed(shop, ['c-1'])).size).toBe(0);
    });

    it('are taken from one of two that move a tender on at the same time', async () => {
      const tender = await begun();
      const both = await Promise.allSettled([under.journal.append(tender, UNKNOWN), under.journal.capture(tender, captureFact('c-1'))]);
      const lost = both.filter((one) => one.status === 'rejected');
      expect(lost.map(({ reason }) => reason instanceof Stale)).toEqual([true]);
      expect((await under.journal.read(shop, tender.id))?.facts).toHaveLength(3);
      expect((await under.journal.claimed(shop, ['c-1'])).size).toBe(both[1].status === 'fulfilled' ? 1 : 0);
    });
  });

  describe('claims', () => {
    it('give one transaction of the issuer to one tender only', async () => {
      const first = await under.journal.capture(await begun(), captureFact('c-1'));
      expect(first?.status.state).toBe('captured');
      const other = await begun();
      expect(await under.journal.capture(other, captureFact('c-1'))).toBeNull();
      expect((await under.journal.read(shop, other.id))?.status.state).toBe('sent');
      expect([...(await under.journal.claimed(shop, ['c-1', 'c-2']))]).toEqual(['c-1']);
    });

    it('go to one of two tenders that want the same transaction at the same time', async () => {
      const tenders = [await begun({ ref: '1111111111' }), await begun({ ref: '2222222222' })];
      const both = await Promise.all(tenders.map((tender) => under.journal.capture(tender, captureFact('c-1'))));
      expect(both.filter((captured) => captured === null)).toHaveLength(1);
      expect((await under.journal.inStates(shop, ['captured'])).map(({ id }) => id)).toEqual(
        both.flatMap((captured) => captured?.id ?? []),
      );
    });
  });

  it('tells the listeners each change after it is written, and stops when asked', async () => {
    const states: (string | undefined)[] = [];
    const stop = under.changes.on((change) => states.push(under.journal.recordAfter(change)?.status.state));
    const tender = await under.journal.append(await begun(), UNKNOWN);
    stop();
    await under.journal.append(tender, { kind: 'not_captured', reason: 'proved' });
    expect(states).toEqual(['sent', 'unknown']);
  });

  it('lists what is open, what a person did last and the last use of a voucher', async () => {
    const first = await under.journal.capture(await begun(), captureFact('c-1'));
    await under.clock.advance(1000);
    const second = await begun({ requested: money(100, 'SGD') });
    expect((await under.journal.inStates(shop, OPEN_STATES)).map(({ id }) => id)).toEqual([second.id]);
    expect((await under.journal.latestOf(shop, ANA.person.id, 10)).map(({ id }) => id)).toEqual([second.id, first?.id]);
    expect((await under.journal.latestOf(shop, BEN.person.id, 10)).length).toBe(0);
    expect((await under.journal.lastCapture(shop, '1234567890'))?.id).toBe(first?.id);
  });

  it('gives a new tender as reading it back would', async () => {
    const tender = await begun();
    expect(await under.journal.read(shop, tender.id)).toEqual(tender);
  });

  it('learns the mid once and keeps it', async () => {
    expect(await under.journal.mid(shop)).toBeNull();
    await under.journal.learnMid(shop, '000000000000042');
    await under.journal.learnMid(shop, '999');
    expect(await under.journal.mid(shop)).toBe('000000000000042');
  });
}

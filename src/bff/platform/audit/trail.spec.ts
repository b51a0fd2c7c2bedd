import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TrailKind, TrailLine } from '../../../contract/platform/audit.ts';
import { createActivationJournal } from '../../../features/gift-cards/bff/activation-journal.ts';
import type { ActivationJournal } from '../../../features/gift-cards/bff/activation-store.ts';
import { cardsOfLines } from '../../../features/gift-cards/bff/trail-cards.ts';
import { createManualClock } from '../../../testing/clock.ts';
import { fillJournal } from '../../../testing/databases/fill-journal.ts';
import {
  captureFact,
  createTestJournals,
  createTestJournalTools,
  NO_BASELINE,
  newTender,
  UNKNOWN,
} from '../../../testing/databases/journal-kit.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { ANA, BEN, MEI, SHOP, seedPeople, TEST_KEYS } from '../../../testing/rigs/till.ts';
import { TRAIL_LINES } from '../../app/feature-tables.ts';
import type { Journals } from '../../redemption/journal/journals.ts';
import type { TenderRecord } from '../../redemption/journal/tender-store.ts';
import { type Audit, createAudit } from './audit.ts';
import { createTrail, type Trail } from './trail.ts';

const EVER = { from: '1970-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' };

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let audit: Audit;
  let trail: Trail;
  let journals: Journals;
  let activations: ActivationJournal;
  const clock = createManualClock();
  beforeEach(async () => {
    store = await kind.open();
    const { db, servers } = store;
    await seedPeople(db, SHOP);
    audit = createAudit({ db, keys: TEST_KEYS, clock });
    trail = createTrail({ db, visible: TRAIL_LINES, cardsOfLines });
    journals = createTestJournals({ db, servers }, clock);
    activations = createActivationJournal(createTestJournalTools({ db, servers }, clock));
  });
  afterEach(() => store.close());

  async function take(ref: string, person = ANA.person): Promise<TenderRecord> {
    const begun = await journals.tenders.begin(newTender(SHOP, { ref, code: ref, person }), NO_BASELINE);
    if (begun.outcome !== 'new') throw new Error('the voucher is open');
    await clock.advance(1_000);
    return begun.record;
  }

  const lines = async (filter: { personId?: string; kind?: TrailKind } = {}) =>
    (await trail.page(SHOP, { ...EVER, ...filter })).lines;
  const told = ({ person, action, details }: TrailLine) => [person?.name, action, details];

  describe('the list of activity', () => {
    it('merges the actions of people with the events of vouchers, newest first', async () => {
      await audit.write({ by: MEI, action: 'person.added', subject: 'ana', details: { name: 'Ana' } });
      await clock.advance(1_000);
      const tender = await take('1234567890');
      await journals.tenders.capture(tender, captureFact('0001'));
      await clock.advance(1_000);
      await audit.write({ by: ANA, action: 'session.ended' });
      const all = await lines();
      expect(all.map(told)).toEqual([
        ['Ana', 'session.ended', {}],
        ['Ana', 'tender.taken', { last4: '7890', amount: 2000, currency: 'SGD' }],
        ['Ana', 'tender.asked', { last4: '7890', amount: 2000, currency: 'SGD' }],
        ['Mei', 'person.added', { name: 'Ana' }],
      ]);
      expect(all[1]).toMatchObject({ subject: tender.id, device: { id: 'till-1', name: 'Till 1' } });
      expect(JSON.stringify(all)).not.toContain('1234567890');
    });

    it('names both the requester of an operation and the person who decided it', async () => {
      const lost = await journals.tenders.append(await take('1234567890'), UNKNOWN);
      const called = await journals.tenders.append(lost, {
        kind: 'manager',
        reason: 'time',
        evidence: 'balance-unproved',
        candidates: [],
      });
      await clock.advance(1_000);
      const by = { personId: 'mei', person: 'Mei' };
      await journals.tenders.append(called, { kind: 'not_captured', reason: 'closed', by, note: 'the customer left' });
      const all = await lines({ kind: 'redemptions' });
      expect(all.map(told)).toEqual([
        [
          'Mei',
          'tender.closed',
          { last4: '7890', amount: 2000, currency: 'SGD', reason: 'the customer left', for: 'Ana' },
        ],
        expect.arrayContaining(['Ana', 'tender.manager']),
        expect.arrayContaining(['Ana', 'tender.unknown']),
        expect.arrayContaining(['Ana', 'tender.asked']),
      ]);
      expect(await lines({ personId: 'mei' })).toHaveLength(1);
      expect((await lines({ personId: 'ana' })).length).toBe(4);
      expect(await lines({ personId: 'ben' })).toEqual([]);
    });

    it('shows the cards of an activation and who deactivated them, not who activated them', async () => {
      const ranges = ['1', '2', '3', '4'].map((tens) => ({ start: `0001${tens}1`, end: `0001${tens}5`, count: 5 }));
      const begun = await activations.begin({
        id: randomUUID(),
        shop: SHOP,
        device: ANA.device,
        person: ANA.person,
        ranges,
      });
      if (begun.outcome !== 'new') throw new Error('the cards are taken');
      const { id } = begun.record;
      const sent = await activations.append(begun.record, { kind: 'sent', range: 0 });
      const done = { kind: 'done', range: 0, activationId: '1', deactivatable: true } as const;
      const stopped = { kind: 'stopped', why: 'asked', by: null } as const;
      const active = await activations.append(await activations.append(sent, done), stopped);
      const by = { personId: 'mei', person: 'Mei' };
      await clock.advance(1_000);
      const asked = await activations.deactivate(active, { range: 0, by, note: 'wrong box' });
      await clock.advance(1_000);
      if (asked.outcome === 'overlap') throw new Error(asked.outcome);
      await activations.append(asked.record, { kind: 'deactivated', range: 0, by });
      const [deactivated, deactivating, ...older] = await lines({ kind: 'cards' });
      const back = { cards: 5, numbers: '000111–000115', for: 'Ana' };
      expect(deactivated && told(deactivated)).toEqual(['Mei', 'activation.deactivated', back]);
      expect(deactivated).toMatchObject({ opens: { what: 'activation', id }, device: null });
      expect(deactivating && told(deactivating)).toEqual([
        'Mei',
        'activation.deactivation-asked',
        { ...back, reason: 'wrong box' },
      ]);
      expect(older.at(-1)?.details).toEqual({ cards: 20, numbers: '000111–000115, 000121–000125, 000131–000135, …' });
      expect((await lines({ personId: 'mei' })).map(({ action }) => action)).toEqual([
        'activation.deactivated',
        'activation.deactivation-asked',
      ]);
    });

    it('links to a redemption’s row, to its case while the outcome is unknown, and to a person', async () => {
      const taken = await take('1234567890');
      const open = await take('2345678901');
      await journals.tenders.capture(taken, captureFact('0001'));
      await audit.write({ by: MEI, action: 'person.disabled', subject: 'ben', details: { name: 'Ben' } });
      const opened = new Map((await lines()).map(({ subject, opens }) => [subject, opens]));
      expect(opened.get(taken.id)).toEqual({ what: 'transaction', id: '0001' });
      expect(opened.get(open.id)).toEqual({ what: 'case', id: open.id });
      expect(opened.get('ben')).toEqual({ what: 'person', id: 'ben' });
    });

    it('filtered by a person, shows their actions and the changes made to them', async () => {
      await audit.write({ by: MEI, action: 'person.disabled', subject: 'ben', details: { name: 'Ben' } });
      await audit.write({ by: BEN, action: 'session.ended' });
      await audit.write({ by: ANA, action: 'session.ended' });
      await take('1111111111', BEN.person);
      expect((await lines({ personId: 'ben' })).map(({ action }) => action)).toEqual([
        'tender.asked',
        'session.ended',
        'person.disabled',
      ]);
    });

    it('filtered by kind and period, includes the start of the period and excludes its end', async () => {
      const start = clock.now();
      await audit.write({ by: MEI, action: 'device.code-made' });
      await take('1111111111');
      await audit.write({ by: MEI, action: 'data.exported' });
      expect((await lines({ kind: 'devices' })).map(({ action }) => action)).toEqual(['device.code-made']);
      expect((await lines({ kind: 'data' })).map(({ action }) => action)).toEqual(['data.exported']);
      expect(await lines({ kind: 'captures' })).toEqual([]);
      const from = new Date(start).toISOString();
      const to = new Date(start + 1_000).toISOString();
      const period = await trail.page(SHOP, { from, to });
      expect(period.lines.map(({ action }) => action)).toEqual(['tender.asked', 'device.code-made']);
    });

    it('contains nothing of another shop', async () => {
      await seedPeople(store.db, shopNamed('other'));
      await audit.write({ by: { ...MEI, shop: shopNamed('other') }, action: 'device.code-made' });
      expect(await lines()).toEqual([]);
    });

    it('shows the reason for a refund and its voucher', async () => {
      const tender = await take('1234567890');
      const taken = await journals.tenders.capture(tender, captureFact('0001'));
      if (!taken) throw new Error('the row is claimed');
      const refund = {
        id: randomUUID(),
        shop: SHOP,
        tenderId: tender.id,
        device: MEI.device,
        person: MEI.person,
        note: 'wrong amount',
      };
      await journals.refunds.begin({ ...refund, tender: taken }, NO_BASELINE);
      expect((await lines({ kind: 'refunds' })).map(told)).toEqual([
        ['Mei', 'refund.asked', { last4: '7890', amount: 2000, currency: 'SGD', reason: 'wrong amount' }],
      ]);
    });
  });

  it('pages contain every line once, in order, however many were written in one millisecond', async () => {
    const step = fc.record({ tender: fc.boolean(), ms: fc.constantFrom(0, 0, 0, 1, 5) });
    const steps = fc.sample(fc.array(step, { minLength: 240, maxLength: 240 }), { numRuns: 1, seed: 7 })[0] ?? [];
    for (const { tender, ms } of steps) {
      if (tender) await journals.tenders.begin(newTender(SHOP, { ref: randomUUID(), code: randomUUID() }), NO_BASELINE);
      else await audit.write({ by: MEI, action: 'device.code-made' });
      await clock.advance(ms);
    }
    const seen: TrailLine[] = [];
    let cursor: string | undefined;
    do {
      const page = await trail.page(SHOP, EVER, cursor);
      expect(page.lines.length).toBeLessThanOrEqual(100);
      seen.push(...page.lines);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(240);
    expect(seen.map(({ at }) => at)).toEqual(
      seen
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const exported: TrailLine[] = [];
    for await (const part of trail.pages(SHOP, EVER)) exported.push(...part);
    expect(exported).toEqual(seen);
  });

  it('an export reads a few lines at a time', async () => {
    await fillJournal(store.db, { shop: SHOP, count: 500, until: clock.now() });
    const sizes: number[] = [];
    for await (const part of trail.pages(SHOP, EVER)) sizes.push(part.length);
    expect(sizes).toEqual([200, 200, 200, 200, 200]);
  });

  it('a cursor that no page returned is refused', async () => {
    await expect(trail.page(SHOP, EVER, 'elsewhere')).rejects.toMatchObject({ status: 400, code: 'bad-request' });
  });
});

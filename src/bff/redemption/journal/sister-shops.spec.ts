import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createManualClock } from '../../../testing/clock.ts';
import {
  captureFact,
  createTestJournals,
  NO_BASELINE,
  newTender,
  UNKNOWN,
} from '../../../testing/databases/journal-kit.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { ANA, MEI, seedPeople } from '../../../testing/rigs/till.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Store } from '../../platform/storage/open-store.ts';
import { withinShop } from '../../platform/store/across-shops.ts';
import { onlyServer } from '../../platform/store/servers.ts';
import type { Journals } from './journals.ts';
import type { NewTender, TenderRecord } from './tender-store.ts';

const NOT_CAPTURED = { kind: 'not_captured', reason: 'two searches show nothing' } as const;
const REFUNDED = { kind: 'refunded', refundId: 'r-1', evidence: 'answer' } as const;

/* Each shop runs on a server of its own, as it sees the database. */
onStores([SQLITE, POSTGRES], ({ open }) => {
  const clock = createManualClock();
  let store: TestStore;
  let other: Store | null;
  let west: Scope;
  let east: Scope;
  let stranger: Scope;
  let journals: Record<'west' | 'east' | 'stranger', Journals>;
  beforeAll(async () => {
    store = await open();
    other = store.another ? await store.another() : null;
  });
  afterAll(async () => {
    await other?.close();
    await store.close();
  });
  beforeEach(async () => {
    const account = randomUUID();
    [west, east, stranger] = [shopNamed(randomUUID()), shopNamed(randomUUID()), shopNamed(randomUUID())];
    for (const shop of [west, east]) await seedPeople(store.db, shop, account);
    await seedPeople(store.db, stranger, randomUUID());
    const on = (shop: Scope, { db, servers }: Store) =>
      createTestJournals({ db: withinShop(db, shop), servers }, clock);
    const second = other ?? { ...store, servers: onlyServer(2) };
    journals = { west: on(west, store), east: on(east, second), stranger: on(stranger, second) };
  });

  const wish = (shop: Scope, changes: Partial<NewTender> = {}) => newTender(shop, changes);
  async function begun(of: Journals, shop: Scope, changes: Partial<NewTender> = {}): Promise<TenderRecord> {
    const result = await of.tenders.begin(wish(shop, changes), NO_BASELINE);
    if (result.outcome !== 'new') throw new Error(`expected a new tender, got ${result.outcome}`);
    return result.record;
  }
  async function captured(of: Journals, shop: Scope, captureId: string, ref = '7777777777'): Promise<TenderRecord> {
    const tender = await of.tenders.capture(await begun(of, shop, { ref }), captureFact(captureId));
    if (!tender) throw new Error('the capture is claimed');
    return tender;
  }
  const closed = async (of: Journals, tender: TenderRecord) =>
    of.tenders.append(await of.tenders.append(tender, UNKNOWN), NOT_CAPTURED);
  const orphanOf = (of: Journals, shop: Scope, transactionId: string) =>
    of.orphans.found({
      id: randomUUID(),
      shop,
      row: { transactionId, type: 'capture', status: 'Succeeded', amount: 2000, currency: 'SGD', at: null, mid: '43' },
      ref: '7777777777',
    });

  it('a voucher in an open redemption is locked in every shop of the account, and in no other', async () => {
    const first = await begun(journals.west, west);
    await store.db.updateTable('shop').set({ name: 'West', suspended_at: 1 }).where('id', '=', west).execute();
    expect(await journals.east.tenders.begin(wish(east), NO_BASELINE)).toMatchObject({
      outcome: 'voucher-open',
      holder: { operationId: first.id, shop: west, device: 'West: Till 1' },
    });
    expect(await journals.east.tenders.holder(east, first.ref)).toMatchObject({ shop: west });
    expect((await journals.stranger.tenders.begin(wish(stranger), NO_BASELINE)).outcome).toBe('new');
    await closed(journals.west, first);
    expect((await journals.east.tenders.begin(wish(east), NO_BASELINE)).outcome).toBe('new');
    expect(await journals.west.tenders.begin(wish(west), NO_BASELINE)).toMatchObject({
      outcome: 'voucher-open',
      holder: { device: 'Till 1' },
    });
  });

  it('only one of twenty simultaneous requests in two shops gets the voucher', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        turn % 2 === 0
          ? journals.west.tenders.begin(wish(west), NO_BASELINE)
          : journals.east.tenders.begin(wish(east), NO_BASELINE),
      ),
    );
    expect(all.filter(({ outcome }) => outcome === 'new')).toHaveLength(1);
    expect(all.filter(({ outcome }) => outcome === 'voucher-open')).toHaveLength(19);
  });

  it('a refund does not begin while a sister shop redeems the voucher', async () => {
    const tender = await captured(journals.east, east, 'c-1');
    const ours = await begun(journals.west, west, { ref: tender.ref });
    const refund = { id: randomUUID(), device: ANA.device, person: MEI.person, tender, note: 'returned' };
    expect((await journals.east.refunds.begin(refund, NO_BASELINE)).outcome).toBe('voucher-open');
    await closed(journals.west, ours);
    expect((await journals.east.refunds.begin(refund, NO_BASELINE)).outcome).toBe('new');
  });

  it('a capture belongs to one redemption of the account, whichever shop finds it', async () => {
    const [mine, theirs] = [await begun(journals.west, west), await begun(journals.east, east, { ref: '2222222222' })];
    const both = await Promise.all([
      journals.west.tenders.capture(mine, captureFact('c-1')),
      journals.east.tenders.capture(theirs, captureFact('c-1')),
    ]);
    expect(both.filter((one) => one === null)).toHaveLength(1);
    for (const [name, shop] of [
      ['west', west],
      ['east', east],
    ] as const)
      expect(await journals[name].tenders.claimed(shop, ['c-1', 'c-2'])).toEqual(new Set(['c-1']));
    expect(await journals.stranger.tenders.claimed(stranger, ['c-1'])).toEqual(new Set());
    expect((await captured(journals.stranger, stranger, 'c-1')).status.state).toBe('captured');
  });

  it('a claim by another voucher’s redemption is visible in every shop', async () => {
    const { ref } = await captured(journals.east, east, 'c-1');
    expect(await journals.west.tenders.claimed(west, ['c-1'], '1234567890')).toEqual(new Set(['c-1']));
    expect(await journals.west.tenders.claimed(west, ['c-1'], ref)).toEqual(new Set());
    expect(await journals.stranger.tenders.claimed(stranger, ['c-1'], '1234567890')).toEqual(new Set());
  });

  it('an unmatched capture of a sister shop is one case, and no other shop’s tender can claim it', async () => {
    expect(await orphanOf(journals.east, east, 'c-1')).not.toBeNull();
    expect(await journals.east.tenders.claimed(east, ['c-1'])).toEqual(new Set(['c-1']));
    expect(await journals.west.tenders.claimed(west, ['c-1'])).toEqual(new Set());
    expect(await orphanOf(journals.west, west, 'c-1')).toBeNull();
    const mine = await begun(journals.west, west);
    expect(await journals.west.tenders.capture(mine, captureFact('c-1'))).toBeNull();
  });

  it('a second attempt is visible in every shop of the account, even after its outcome', async () => {
    const first = await begun(journals.west, west, { ref: '7777777777' });
    const lost = await journals.west.tenders.append(first, UNKNOWN);
    expect(await journals.east.tenders.sentTwiceAt(east, first.ref)).toBeNull();
    await clock.advance(3_000);
    const again = await journals.west.tenders.append(lost, { kind: 'sent', attempt: 2, offset: null });
    await clock.advance(1_000);
    await journals.west.tenders.capture(again, captureFact('c-1'));
    for (const [name, shop] of [
      ['west', west],
      ['east', east],
    ] as const)
      expect(await journals[name].tenders.sentTwiceAt(shop, first.ref)).toBe(clock.now() - 1_000);
    expect(await journals.stranger.tenders.sentTwiceAt(stranger, first.ref)).toBeNull();
    await captured(journals.east, east, 'c-2', '8888888888');
    expect(await journals.east.tenders.sentTwiceAt(east, '8888888888')).toBeNull();
  });

  it('the last change of a voucher, even a refund, is known in every shop of the account', async () => {
    const changedFor = () =>
      Promise.all([
        journals.west.tenders.changedAt(west, '7777777777'),
        journals.east.tenders.changedAt(east, '7777777777'),
      ]);
    expect(await changedFor()).toEqual([null, null]);
    const tender = await captured(journals.east, east, 'c-1');
    const capturedAt = clock.now();
    await clock.advance(2_000);
    expect(await changedFor()).toEqual([capturedAt, capturedAt]);
    const refund = { id: randomUUID(), device: ANA.device, person: MEI.person, tender, note: 'returned' };
    const started = await journals.east.refunds.begin(refund, NO_BASELINE);
    if (started.outcome !== 'new') throw new Error(started.outcome);
    await journals.east.refunds.refunded(started.record, REFUNDED);
    expect(await changedFor()).toEqual([clock.now(), clock.now()]);
    expect(await journals.stranger.tenders.changedAt(stranger, '7777777777')).toBeNull();
  });

  it('a refund in one shop is visible in all shops of the account', async () => {
    const tender = await captured(journals.east, east, 'c-1');
    expect(await journals.west.tenders.wasRefunded(west, tender.ref)).toBe(false);
    const refund = { id: randomUUID(), device: ANA.device, person: MEI.person, tender, note: 'returned' };
    const started = await journals.east.refunds.begin(refund, NO_BASELINE);
    if (started.outcome !== 'new') throw new Error(started.outcome);
    await journals.east.refunds.refunded(started.record, REFUNDED);
    expect(await journals.west.tenders.wasRefunded(west, tender.ref)).toBe(true);
    expect(await journals.stranger.tenders.wasRefunded(stranger, tender.ref)).toBe(false);
    expect(await journals.west.tenders.claimed(west, ['c-1', 'r-1'])).toEqual(new Set(['c-1', 'r-1']));
  });

  it('a shop reads the mids of its sister shops, even suspended ones, and does not use them as its own', async () => {
    await journals.west.tenders.learnMid(west, '42');
    await journals.stranger.tenders.learnMid(stranger, '99');
    await store.db.updateTable('shop').set({ suspended_at: 1 }).where('id', '=', west).execute();
    expect(await journals.east.tenders.sisterMids(east)).toEqual(['42']);
    expect(await journals.west.tenders.sisterMids(west)).toEqual([]);
    await journals.east.tenders.learnMid(east, '42');
    expect(await journals.east.tenders.mid(east)).toBeNull();
  });

  it('a shop cannot change the rows that it reads from its sister shops', async () => {
    const { id } = await begun(journals.west, west);
    const db = withinShop((other ?? store).db, east);
    const read = await db.selectFrom('operation').select('id').where('id', '=', id).execute();
    expect(read).toEqual([{ id }]);
    if (store.url === null) return;
    const changed = await db.updateTable('operation').set({ state: 'x' }).where('id', '=', id).executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(0n);
    expect(
      await withinShop(store.db, stranger).selectFrom('operation').select('id').where('id', '=', id).execute(),
    ).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  captureFact,
  createJournalUnderTest,
  type JournalUnderTest,
  NO_BASELINE,
  newTender,
  UNKNOWN,
} from '../../../testing/databases/journal-kit.ts';
import { onStores, POSTGRES, type TestStore } from '../../../testing/databases/stores.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Store } from '../../platform/storage/open-store.ts';
import { Stale } from '../operation/stale.ts';
import type { NewTender, TenderRecord } from './tender-store.ts';

type Server = Omit<JournalUnderTest, 'close'>;

onStores([POSTGRES], ({ open }) => {
  let store: TestStore;
  let second: Store;
  let servers: readonly [Server, Server];
  let shop: Scope;
  beforeAll(async () => {
    store = await open();
    if (!store.another) throw new Error('PostgreSQL takes several servers');
    second = await store.another();
    servers = [createJournalUnderTest(store), createJournalUnderTest(second)];
  });
  afterAll(async () => {
    await second.close();
    await store.close();
  });
  beforeEach(async () => {
    shop = await servers[0].newShop();
  });

  /** Runs the work many times at once, alternating between the two servers. */
  const onBoth = <T>(times: number, work: (server: Server) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: times }, (_, turn) => work(servers[turn % 2 === 0 ? 0 : 1])));

  async function begun(changes: Partial<NewTender> = {}): Promise<TenderRecord> {
    const result = await servers[0].journal.begin(newTender(shop, changes), NO_BASELINE);
    if (result.outcome !== 'new') throw new Error(`expected a new tender, got ${result.outcome}`);
    return result.record;
  }

  it('exactly one of twenty simultaneous tenders gets the voucher, whichever server they reach', async () => {
    const all = await onBoth(20, ({ journal }) => journal.begin(newTender(shop), NO_BASELINE));
    expect(all.map(({ outcome }) => outcome).sort()).toEqual([
      'new',
      ...Array.from({ length: 19 }, () => 'voucher-open'),
    ]);
  });

  it('one request sent twenty times to both servers creates one tender', async () => {
    const request = newTender(shop);
    const all = await onBoth(20, ({ journal }) => journal.begin(request, NO_BASELINE));
    expect(all.map(({ outcome }) => outcome).sort()).toEqual(['new', ...Array.from({ length: 19 }, () => 'same')]);
  });

  it('an id cancelled on one server while it arrives on the other is either cancelled or begun', async () => {
    for (let round = 0; round < 20; round += 1) {
      const request = newTender(shop, { ref: `55550000${round + 10}` });
      const [given, came] = await Promise.all([
        servers[0].journal.cancel(shop, request.id),
        servers[1].journal.begin(request, NO_BASELINE),
      ]);
      expect([given.outcome, came.outcome]).toEqual(
        given.outcome === 'cancelled' ? ['cancelled', 'cancelled'] : ['started', 'new'],
      );
    }
  });

  it('only one of ten simultaneous writers to a tender succeeds, and the others leave no trace', async () => {
    const tender = await begun();
    const write = ({ journal }: Server, turn: number) =>
      turn < 5 ? journal.append(tender, UNKNOWN) : journal.capture(tender, captureFact(`c-${turn}`));
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, (_, turn) => write(servers[turn % 2 === 0 ? 0 : 1], turn)),
    );
    /* A tender has one claim: a second capture of it may find that before the tender. */
    expect(all.filter((one) => one.status === 'fulfilled' && one.value !== null)).toHaveLength(1);
    expect(all.every((one) => one.status === 'fulfilled' || one.reason instanceof Stale)).toBe(true);
    expect((await servers[1].journal.read(shop, tender.id))?.facts).toHaveLength(3);
    const wanted = Array.from({ length: 10 }, (_, turn) => `c-${turn}`);
    const state = (await servers[1].journal.read(shop, tender.id))?.status.state;
    expect((await servers[0].journal.claimed(shop, wanted)).size).toBe(state === 'captured' ? 1 : 0);
  });

  it('a transaction found by both servers is claimed by one tender', async () => {
    const tenders = await Promise.all(['1111111111', '2222222222'].map((ref) => begun({ ref })));
    const found = await Promise.all(
      tenders.map((tender, at) => servers[at === 0 ? 0 : 1].journal.capture(tender, captureFact('c-1'))),
    );
    expect(found.filter((captured) => captured === null)).toHaveLength(1);
  });

  it('operations left open by a dead server are each adopted by one living server', async () => {
    const left = await Promise.all(Array.from({ length: 8 }, (_, at) => begun({ ref: `777700000${at}` })));
    const alive = new Set([second.servers.id]);
    const taken = await Promise.all(Array.from({ length: 4 }, () => servers[1].journal.adopt(shop, alive)));
    expect(taken.flat().sort()).toEqual(left.map(({ id }) => id).sort());
    expect(await servers[0].journal.adopt(shop, alive)).toEqual([]);
  });

  it('each server receives the other’s changes', async () => {
    const heard: string[] = [];
    const stop = servers[1].changes.on(({ kind, id }) => heard.push(`${kind} ${id}`));
    const tender = await begun({ id: randomUUID() });
    await expect.poll(() => heard).toEqual([`tender ${tender.id}`]);
    stop();
  });
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createManualClock, type ManualClock } from '../../../testing/clock.ts';
import { KEYS } from '../../../testing/databases/mirror-kit.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { OWN_MID, rowAt } from '../../../testing/issuer/row-search.ts';
import { listOwner, makeShop, SHOP, shopNamed, whose } from '../../../testing/rigs/shops.ts';
import { createLogger } from '../../platform/base/logging.ts';
import { onlyServer } from '../../platform/store/servers.ts';
import type { IssuerReply, IssuerTransaction, Period } from '../port.ts';
import { type AccountReader, createAccountReader } from './account-reader.ts';

const EAST = shopNamed('east');
const EAST_MID = '000000000000002';
const FOREIGN_MID = '000000000000003';
const HOUR_MS = 60 * 60_000;

/** The search with the credentials of one shop; `fault`: it gives no usable answer. */
function searchOf(rows: IssuerTransaction[]) {
  const search = {
    rows,
    fault: null as string | null,
    asked: 0,
    clockOffset: () => ({ offsetMs: 0, errorMs: 500 }),
    pauseMs: () => 0,
    async searchPage({ from, to }: Period, page: number): Promise<IssuerReply<readonly IssuerTransaction[]>> {
      search.asked += 1;
      if (search.fault !== null) return { outcome: 'unclear', reason: search.fault };
      const within = search.rows.filter(({ createdAt }) => createdAt !== null && createdAt >= from && createdAt <= to);
      return { outcome: 'found', value: page === 0 ? within : [] };
    },
  };
  return search;
}

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let clock: ManualClock;
  let reader: AccountReader;
  beforeEach(async () => {
    store = await kind.open();
    clock = createManualClock();
    await makeShop(store.db, SHOP);
    await makeShop(store.db, EAST);
    const options = { db: store.db, account: whose().account, keys: KEYS, clock, servers: onlyServer(1) };
    reader = createAccountReader({
      ...options,
      log: createLogger('silent'),
      searchesPerSecond: 10_000,
      historyDays: 400,
      backfillMs: HOUR_MS,
    });
  });
  afterEach(async () => {
    await reader.upkeep.stop();
    await store.close();
  });

  const yesterday = () => clock.now() - 20 * HOUR_MS;
  const read = () => reader.mirror.readPeriod({ from: clock.now() - 30 * HOUR_MS, to: clock.now() }, 'list');
  const stored = async (gone: 'is' | 'is not') => {
    const found = store.db.selectFrom('issuer_row').select('transaction_id').where('account', '=', whose().account);
    const ids = await found.where('gone_at', gone, null).orderBy('transaction_id').execute();
    return ids.map(({ transaction_id }) => transaction_id);
  };
  /** Lets the day that is over be read again. */
  async function rereadYesterday(): Promise<void> {
    reader.upkeep.start();
    await vi.waitFor(
      async () => {
        await clock.advance(30_000);
        const days = store.db.selectFrom('reading').select('kind').where('account', '=', whose().account);
        expect(await days.where('kind', '=', 'day').execute()).not.toEqual([]);
      },
      { timeout: 15_000, interval: 10 },
    );
  }

  it('credentials of another merchant are never used to read the account', async () => {
    const first = searchOf([rowAt(yesterday(), 'own')]);
    const foreign = searchOf([rowAt(yesterday(), 'foreign', { mid: FOREIGN_MID })]);
    reader.join(listOwner(OWN_MID), first);
    reader.join(listOwner(FOREIGN_MID, EAST), foreign);
    await read();
    for (const fault of ['timed out', 'HTTP 401']) {
      first.fault = fault;
      expect([(await read()).outcome, (await read()).outcome]).toEqual(['failed', 'failed']);
    }
    first.fault = null;
    expect(await read()).toMatchObject({ outcome: 'ended' });
    expect([await stored('is'), await stored('is not')]).toEqual([['own'], []]);
  });

  it('credentials of another merchant are not used for reading before rows are stored, even if the first shop once gets no answer', async () => {
    const first = searchOf([]);
    const foreign = searchOf([rowAt(yesterday(), 'foreign', { mid: FOREIGN_MID })]);
    reader.join(listOwner(OWN_MID), first);
    reader.join(listOwner(FOREIGN_MID, EAST), foreign);
    first.fault = 'timed out';
    await read();
    await read();
    expect([foreign.asked, await stored('is')]).toEqual([0, []]);
  });

  it('a sister shop keeps reading alone, and the first shop’s capture that the issuer removed is marked as gone', async () => {
    const sold = rowAt(yesterday(), 'sold', { mid: EAST_MID });
    const first = searchOf([rowAt(yesterday(), 'own'), sold]);
    const sister = searchOf([sold]);
    reader.join(listOwner(OWN_MID), first);
    reader.join(listOwner(EAST_MID, EAST), sister);
    await read();
    await clock.advance(1_000);
    first.fault = 'HTTP 401';
    await read();
    expect(await read()).toMatchObject({ outcome: 'ended' });
    await rereadYesterday();
    expect([await stored('is'), await stored('is not')]).toEqual([['sold'], ['own']]);
  });

  it('a search that lists none of the first shop’s stored rows does not mark them as gone', async () => {
    const first = searchOf([rowAt(yesterday(), 'own')]);
    reader.join(listOwner(OWN_MID), first);
    await read();
    first.rows = [rowAt(yesterday(), 'foreign', { mid: FOREIGN_MID })];
    await rereadYesterday();
    expect(await stored('is not')).toEqual([]);
  });

  it('changed credentials are compared again', async () => {
    const sold = rowAt(yesterday(), 'sold', { mid: EAST_MID });
    const first = searchOf([sold]);
    const sister = searchOf([sold]);
    reader.join(listOwner(OWN_MID), first);
    reader.join(listOwner(EAST_MID, EAST), sister);
    await read();
    first.fault = 'HTTP 401';
    await read();
    expect((await read()).outcome).toBe('ended');
    sister.rows = [rowAt(yesterday(), 'foreign', { mid: FOREIGN_MID })];
    reader.credentialsChanged(sister);
    await clock.advance(60_000);
    expect([(await read()).outcome, (await read()).outcome]).toEqual(['failed', 'failed']);
    expect(await stored('is')).toEqual(['sold']);
  });
});

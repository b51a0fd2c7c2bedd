import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock } from '../../../testing/clock.ts';
import { KEYS } from '../../../testing/databases/mirror-kit.ts';
import { SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { createRowSearch, OWN_MID, rowAt } from '../../../testing/issuer/row-search.ts';
import { listOwner, makeShop, SHOP, shopNamed, whose } from '../../../testing/rigs/shops.ts';
import { createLogger } from '../../platform/base/logging.ts';
import { onlyServer } from '../../platform/store/servers.ts';
import { createAccountReader } from './account-reader.ts';

const EAST = shopNamed('east');
const EAST_MID = '000000000000002';
const OTHER_MID = '000000000000003';
const HOUR_MS = 60 * 60_000;

let store: TestStore;
beforeEach(async () => {
  store = await SQLITE.open();
  await makeShop(store.db, SHOP);
  await makeShop(store.db, EAST);
});
afterEach(() => store.close());

function readerAt(clock = createManualClock()) {
  const log = createLogger('silent');
  const options = { db: store.db, account: whose().account, keys: KEYS, clock, log, servers: onlyServer(1) };
  const reader = createAccountReader({ ...options, searchesPerSecond: 10_000, historyDays: 400 });
  const read = () => reader.mirror.readPeriod({ from: clock.now() - HOUR_MS, to: clock.now() }, 'list');
  const at = clock.now() - 60_000;
  const search = createRowSearch(
    [rowAt(at, 'here'), rowAt(at, 'there', { mid: EAST_MID }), rowAt(at, 'elsewhere', { mid: OTHER_MID })],
    { pageSize: 20 },
  );
  const searchOf = {
    searchPage: search.searchPage,
    clockOffset: () => ({ offsetMs: 0, errorMs: 500 }),
    pauseMs: () => 0,
  };
  return { reader, read, searchOf };
}

const listed = async (shop: typeof SHOP) =>
  (await store.db.selectFrom('list_row').select('id').where('shop', '=', shop).execute()).map(({ id }) => id);

it('one reading stores each row only on the list of its own shop', async () => {
  const { reader, read, searchOf } = readerAt();
  reader.join(listOwner(OWN_MID), searchOf);
  reader.join(listOwner(EAST_MID, EAST), searchOf);
  await read();
  expect([await listed(SHOP), await listed(EAST)]).toEqual([['here'], ['there']]);
});

it('a shop rejected by the issuer does not stop the others from reading', async () => {
  const { reader, read, searchOf } = readerAt();
  const rejected = async () => ({ outcome: 'unclear', reason: 'HTTP 401' }) as const;
  reader.join(listOwner(EAST_MID, EAST), { ...searchOf, searchPage: rejected });
  reader.join(listOwner(OWN_MID), searchOf);
  expect((await read()).outcome).toBe('ended');
  expect(await listed(SHOP)).toEqual(['here']);
});

it('rows read before a shop joined appear on its list once they are read again', async () => {
  const { reader, read, searchOf } = readerAt();
  reader.join(listOwner(OWN_MID), searchOf);
  await read();
  await store.db.deleteFrom('issuer_row').where('account', '=', whose().account).where('mid', '=', EAST_MID).execute();
  reader.join(listOwner(EAST_MID, EAST), searchOf);
  await read();
  expect(await listed(EAST)).toEqual(['there']);
});

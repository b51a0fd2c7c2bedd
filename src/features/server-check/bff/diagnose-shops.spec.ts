import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { readConfig } from '../../../bff/platform/config/config.ts';
import { ensureFirstShop } from '../../../bff/platform/store/first-shop.ts';
import { SHOPS } from '../../../sandbox/credentials.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { KEYS } from '../../../testing/databases/mirror-kit.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { diagnoseShops } from './diagnose-shops.ts';

const [FIRST, KATONG] = SHOPS;
const NOW = Date.UTC(2030, 0, 15);
const TERMS = { timeZone: 'Asia/Singapore', currency: 'SGD', productClass: 'ETX_001' };

onStores([SQLITE, POSTGRES], (kind) => {
  let sandbox: Sandbox;
  let store: TestStore;
  beforeAll(async () => {
    sandbox = await startSandbox({ directory: ':memory:' });
  });
  afterAll(() => sandbox.close());
  beforeEach(async () => {
    store = await kind.open();
  });
  afterEach(() => store.close());

  async function addShop(slug: string, secret: string = KATONG.clientSecret): Promise<Scope> {
    const { account } = await ensureFirstShop(store.db, NOW);
    const id = `shop-${slug}` as Scope;
    const pair = { clientId: KATONG.clientId, clientSecret: secret };
    await store.db
      .insertInto('shop')
      .values({
        id,
        account,
        slug,
        name: slug,
        mid: `mid-${slug}`,
        created_at: NOW,
        terms: JSON.stringify(TERMS),
        pair_sealed: KEYS.seal(JSON.stringify(pair)),
      })
      .execute();
    return id;
  }
  async function diagnose(only?: Scope) {
    const config = readConfig({
      VOUCHER_SERVICE: 'remote',
      MERCHANT_BASE_URL: sandbox.merchantBaseUrl,
      MERCHANT_CLIENT_ID: FIRST.clientId,
      MERCHANT_CLIENT_SECRET: FIRST.clientSecret,
      CHECK_SOURCE: 'merchant',
    });
    if (config.remote === null) throw new Error('The settings have no issuer');
    const found = await diagnoseShops({
      db: store.db,
      keys: KEYS,
      config,
      address: config.remote,
      now: NOW,
      ...(only !== undefined && { only }),
    });
    expect(found.every(({ subject }) => subject === 'shop')).toBe(true);
    return found.map(({ ok, message }) => `${ok ? 'ok' : 'problem'} ${message}`);
  }
  const answersName = (id: Scope, mid: string) =>
    store.db.updateTable('shop').set({ other_mid: mid, other_mid_at: NOW }).where('id', '=', id).execute();

  it('each shop is checked, and a problem names the shop, its settings and what to do', async () => {
    await addShop('katong');
    await addShop('wrong', 'a mistyped secret');
    const names = 'check clientId, secretFile and account \\(not set\\) of shops.wrong, and apply the file again';
    expect(await diagnose()).toEqual([
      'ok katong: the issuer responds to a search and a check with its credentials',
      expect.stringMatching(
        new RegExp(`^problem wrong: the issuer does not respond to a search \\(.*401.*\\): ${names}$`),
      ),
    ]);
    expect(await diagnose('shop-katong' as Scope)).toHaveLength(1);
  });

  it('a suspended shop is not checked', async () => {
    const id = await addShop('wrong', 'a mistyped secret');
    await store.db.updateTable('shop').set({ suspended_at: NOW }).where('id', '=', id).execute();
    expect(await diagnose()).toEqual([]);
  });

  it('a mid that the issuer contradicts is a problem of each shop, until it is corrected', async () => {
    const { shop } = await ensureFirstShop(store.db, NOW);
    const katong = await addShop('katong');
    await store.db.updateTable('shop').set({ mid: '000000012345687' }).where('id', '=', shop).execute();
    await answersName(shop, FIRST.mid);
    await answersName(katong, KATONG.mid);
    expect(await diagnose()).toEqual([
      expect.stringContaining(
        `problem the issuer reports mid ${FIRST.mid}, so this shop is stopped: correct MERCHANT_MID`,
      ),
      expect.stringContaining(
        `problem katong: the issuer reports mid ${KATONG.mid}, so this shop is stopped: correct shops.katong.mid`,
      ),
    ]);
    await store.db.updateTable('shop').set({ mid: FIRST.mid }).where('id', '=', shop).execute();
    await store.db.updateTable('shop').set({ mid: KATONG.mid }).where('id', '=', katong).execute();
    expect(await diagnose()).toEqual([expect.stringMatching(/^ok katong/)]);
  });

  it('credentials are reported as another merchant’s if they list no row of the account', async () => {
    const { account } = await ensureFirstShop(store.db, NOW);
    await addShop('katong');
    const row = { account, transaction_id: 'row', type: 'capture', raw_type: 'Capture', raw_status: 'Succeeded' };
    const at = { created_at: NOW - 3_600_000, updated_at: null, first_read_at: NOW, last_read_at: NOW, gone_at: null };
    await store.db
      .insertInto('issuer_row')
      .values({ ...row, ...at, succeeded: null, mid: 'mid-katong', amount: 100, currency: 'SGD', vouchers: '[]' })
      .execute();
    expect(await diagnose()).toEqual([
      expect.stringMatching(/^problem katong: its search lists none of the account's transactions: check clientId/),
    ]);
  });
});

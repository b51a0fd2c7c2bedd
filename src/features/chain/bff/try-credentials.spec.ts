import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../../bff/platform/config/config.ts';
import type { StoredShop } from '../../../bff/platform/config/stored-shops.ts';
import { SHOPS } from '../../../sandbox/credentials.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { shopNamed, whose } from '../../../testing/rigs/shops.ts';
import type { ChainChange, CompleteShop } from './plan.ts';
import { tryCredentials, withoutProblems } from './try-credentials.ts';

const [FIRST, KATONG] = SHOPS;
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ directory: ':memory:' });
});
afterAll(() => sandbox.close());

const config = () =>
  readConfig({
    VOUCHER_SERVICE: 'remote',
    MERCHANT_BASE_URL: sandbox.merchantBaseUrl,
    MERCHANT_CLIENT_ID: FIRST.clientId,
    MERCHANT_CLIENT_SECRET: FIRST.clientSecret,
  });

const katong = (rest: Partial<CompleteShop> = {}): CompleteShop => ({
  ...KATONG,
  account: null,
  terms: { timeZone: 'Asia/Singapore', currency: 'SGD', productClass: 'ETX_001' },
  isSuspended: false,
  ...rest,
});
const added = (shop: CompleteShop): ChainChange => ({ kind: 'add-shop', slug: 'katong', shop });
const changed = (shop: CompleteShop, fields: readonly string[]): ChainChange => ({
  kind: 'change-shop',
  slug: 'katong',
  shop,
  fields,
});
const WRONG = { clientSecret: 'a mistyped secret' };
const NOTHING = async () => [];
const account = (merchantBaseUrl: string, isNew = true): ChainChange => ({
  kind: 'account',
  name: 'east',
  address: { merchantBaseUrl, client: null },
  isNew,
});
const tried = (changes: ChainChange[], shops: readonly StoredShop[] = []) =>
  tryCredentials(changes, { shops }, { config: config(), newestOf: NOTHING });
const problemsOf = async (...given: Parameters<typeof tried>) => (await tried(...given)).map(({ problem }) => problem);

it('credentials that the issuer accepts are not reported', async () => {
  expect(await problemsOf([added(katong())])).toEqual([null]);
});

it('wrong credentials of a new, changed or resumed shop are reported with the shop and the settings', async () => {
  const problem = /^shops\.katong: .*\(.*401.*\): check clientId, secretFile and account \(not set\)$/;
  for (const change of [added, (shop: CompleteShop) => changed(shop, ['secretFile'])])
    expect(await problemsOf([change(katong(WRONG))])).toEqual([expect.stringMatching(problem)]);
  expect(await problemsOf([changed(katong(WRONG), ['suspended'])])).toEqual([expect.stringMatching(problem)]);
});

it('the credentials of a new account’s shop are tested at the address of that account', async () => {
  const shop = added(katong({ account: 'east' }));
  expect(await problemsOf([account(sandbox.merchantBaseUrl), shop])).toEqual([null]);
  const elsewhere = await problemsOf([account(`${sandbox.origin}/elsewhere`), shop]);
  expect(elsewhere).toEqual([expect.stringContaining('account east')]);
});

it('the credentials of each shop of an account are tested if the account’s address changes', async () => {
  const terms = katong().terms;
  const { clientId, clientSecret, mid } = KATONG;
  const stored: StoredShop = {
    ...whose(shopNamed('k')),
    slug: 'katong',
    name: 'Katong',
    mid,
    otherMid: null,
    terms,
    pair: { clientId, clientSecret },
    address: { merchantBaseUrl: sandbox.merchantBaseUrl, client: null },
    accountName: 'east',
    isSuspended: false,
  };
  const moved = account(`${sandbox.origin}/elsewhere`, false);
  const results = await tried([moved], [stored]);
  expect(results).toMatchObject([{ slug: 'katong', problem: expect.stringContaining('account east') }]);
  expect(withoutProblems([moved], results)).toEqual([]);
  expect(await problemsOf([account(sandbox.merchantBaseUrl, false)], [stored])).toEqual([null]);
  expect(await tried([moved], [{ ...stored, isSuspended: true }])).toEqual([]);
});

it('credentials are reported as another merchant’s if they list no row of the account', async () => {
  const newestOf = async () => [{ transactionId: 'a row of the first shop', createdAt: Date.UTC(2030, 0, 1) }];
  const [found] = await tryCredentials([added(katong())], { shops: [] }, { config: config(), newestOf });
  expect(found?.problem).toBe(
    "shops.katong: a search with these credentials lists none of the account's transactions: check account (not set)",
  );
});

it('a shop that keeps its credentials or is suspended is not tested, and no shop is in training mode', async () => {
  const suspended = added(katong({ ...WRONG, isSuspended: true }));
  expect(await tried([changed(katong(WRONG), ['name']), suspended])).toEqual([]);
  const training = { config: readConfig({}), newestOf: NOTHING };
  expect(await tryCredentials([added(katong(WRONG))], { shops: [] }, training)).toEqual([]);
});

it('changes of a shop or an account with a problem are left out, and the others remain', async () => {
  const bedok: ChainChange = { kind: 'add-shop', slug: 'bedok', shop: katong(WRONG) };
  const placed: ChainChange = {
    kind: 'place',
    slug: 'bedok',
    shopName: 'bedok',
    personId: 'p',
    name: 'Mei',
    role: 'cashier',
    today: [],
  };
  const east: ChainChange = { kind: 'add-shop', slug: 'east-1', shop: katong({ ...WRONG, account: 'east' }) };
  const idle: ChainChange = { ...east, slug: 'east-2', shop: { ...east.shop, isSuspended: true } };
  const name: ChainChange = { kind: 'name', name: 'Orchard' };
  const changes = [name, account(sandbox.merchantBaseUrl), added(katong()), bedok, placed, east, idle];
  const results = await tried(changes);
  expect(withoutProblems(changes, results)).toEqual([name, added(katong())]);
  const corrected = [account(sandbox.merchantBaseUrl), added(katong()), { ...bedok, shop: katong() }, placed];
  expect(withoutProblems(corrected, await tried(corrected))).toEqual(corrected);
});

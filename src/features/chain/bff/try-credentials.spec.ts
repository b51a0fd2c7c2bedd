import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../../bff/platform/config/config.ts';
import { SHOPS } from '../../../sandbox/credentials.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import type { ChainChange, CompleteShop } from './plan.ts';
import { tryCredentials } from './try-credentials.ts';

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
const tried = (...changes: ChainChange[]) => tryCredentials(changes, { shops: [] }, config());

it('credentials that the issuer accepts are no fault', async () => {
  await expect(tried(added(katong()))).resolves.toBeUndefined();
});

it('wrong ones of a new, changed or resumed shop are refused, with the shop and the settings', async () => {
  const fault = /^shops\.katong: .*\(.*401.*\): check clientId, secretFile and account, which it lacks\./;
  await expect(tried(added(katong(WRONG)))).rejects.toThrow(fault);
  await expect(tried(changed(katong(WRONG), ['clientSecret']))).rejects.toThrow(fault);
  await expect(tried(changed(katong(WRONG), ['isSuspended']))).rejects.toThrow(fault);
});

it('a shop of a new account is tried at the address of that account', async () => {
  const account = (merchantBaseUrl: string): ChainChange => ({
    kind: 'account',
    name: 'east',
    address: { merchantBaseUrl, client: null },
    isNew: true,
  });
  const shop = added(katong({ account: 'east' }));
  await expect(tried(account(sandbox.merchantBaseUrl), shop)).resolves.toBeUndefined();
  await expect(tried(account(`${sandbox.origin}/elsewhere`), shop)).rejects.toThrow('account east');
});

it('a shop that keeps its credentials or is suspended is not tried, and nothing is in training mode', async () => {
  const suspended = added(katong({ ...WRONG, isSuspended: true }));
  await expect(tried(changed(katong(WRONG), ['name']), suspended)).resolves.toBeUndefined();
  await expect(tryCredentials([added(katong(WRONG))], { shops: [] }, readConfig({}))).resolves.toBeUndefined();
});

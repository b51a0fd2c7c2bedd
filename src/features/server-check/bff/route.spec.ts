import { afterEach, beforeEach, expect, it } from 'vitest';
import { CASHIER_PIN, codeOf, setUpShop, signedIn } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

it('everyone sees the results before the first set-up', async () => {
  const answer = await server.browser().send('GET', '/api/setup/check');
  expect([answer.status, answer.body]).toMatchObject([
    200,
    { publicOrigin: null, findings: expect.arrayContaining([expect.objectContaining({ ok: true, subject: 'store' })]) },
  ]);
});

it('only a manager sees the results after the set-up', async () => {
  const { browser: manager } = await setUpShop(server);
  const cashier = await signedIn(server, manager, { name: 'Ana', role: 'cashier', pin: CASHIER_PIN });
  const statusFor = async (browser: typeof manager) => (await browser.send('GET', '/api/setup/check')).status;
  expect([await statusFor(manager), await statusFor(cashier), await statusFor(server.browser())]).toEqual([
    200, 403, 401,
  ]);
});

it('a printer that does not work is included in the results', async () => {
  const { browser: manager } = await setUpShop(server);
  const printer = { name: 'Counter', width: 80, cutter: false, drawer: false, kind: 'cloudprnt' };
  await manager.send('PUT', '/api/printers/7d3e0a52-4a0a-4a5c-9f57-0d8f6a3f6f01', printer);
  const answer = await manager.send('GET', '/api/setup/check');
  expect(answer.body).toMatchObject({
    findings: expect.arrayContaining([{ ok: true, subject: 'printer', message: expect.stringContaining('Counter') }]),
  });
});

it('everyone can see whether the server accepts the address of their pages, and nothing else', async () => {
  await setUpShop(server);
  const accepted = await server.browser().send('POST', '/api/setup/check/address');
  expect([accepted.status, accepted.body]).toEqual([204, '']);
  const foreign = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' };
  const refused = await server.browser().send('POST', '/api/setup/check/address', undefined, foreign);
  expect([refused.status, codeOf(refused)]).toEqual([403, 'forbidden-origin']);
});

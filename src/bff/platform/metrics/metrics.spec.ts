import { afterEach, describe, expect, it } from 'vitest';
import { SHOP } from '../../../testing/rigs/shops.ts';
import { createTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createGapStore } from '../store/journal-gaps.ts';
import { createMetrics } from './metrics.ts';

const TOKEN = 'a-token-of-some-length';
const REMOTE = {
  VOUCHER_SERVICE: 'remote',
  MERCHANT_BASE_URL: 'https://merchant.example',
  MERCHANT_CLIENT_ID: 'a',
  MERCHANT_CLIENT_SECRET: 'b',
};
let server: TestServer;
afterEach(() => server.close());

async function ask(
  env: Record<string, string>,
  headers: Record<string, string>,
  remoteAddress?: string,
): Promise<Response> {
  server = await createTestServer({ env, metrics: createMetrics() });
  return server.app.fetch(new Request('http://till.test/api/metrics', { headers }), { remoteAddress });
}

describe('the metrics', () => {
  it('can be read on the same machine, and count answered requests', async () => {
    const first = await ask({}, {}, '127.0.0.1');
    expect([first.status, first.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    await first.text();
    const again = await server.app.fetch(new Request('http://till.test/api/metrics'), { remoteAddress: '::1' });
    expect(await again.text()).toContain(
      'tillside_http_request_seconds_count{route="/api/metrics",method="GET",status="200"} 1',
    );
  });

  it('report that the shop is closed, and why', async () => {
    const closed = async () =>
      /^tillside_shop_closed\{reason="restored"\} (\d)$/m.exec(await (await ask({}, {}, '127.0.0.1')).text())?.[1];
    expect(await closed()).toBe('0');
    const now = server.clock.now();
    await createGapStore(server.db, SHOP).note({ id: 'gap', reason: 'restored', fromAt: now, foundAt: now });
    await server.parts.opening.start();
    const again = await server.app.fetch(new Request('http://till.test/api/metrics'), { remoteAddress: '127.0.0.1' });
    expect(await again.text()).toContain('tillside_shop_closed{reason="restored"} 1');
  });

  it('name the shop that is stopped, and the shops whose calls the issuer rejects', async () => {
    const metrics = createMetrics();
    server = await createTestServer({ metrics });
    const log = metrics.counting({ debug: () => undefined }, 'katong');
    for (const status of [200, 401, 403]) log.debug({ call: 'check', status, ms: 10 }, '');
    const text = async () =>
      (await server.app.fetch(new Request('http://till.test/api/metrics'), { remoteAddress: '127.0.0.1' })).text();
    expect(await text()).toContain('tillside_issuer_rejections_total{shop="katong"} 2');
    expect(await text()).toContain('tillside_shop_stopped{shop="first"} 0');
    await server.db.updateTable('shop').set({ mid: '1', other_mid: '2' }).where('id', '=', SHOP).execute();
    expect(await text()).toContain('tillside_shop_stopped{shop="first"} 1');
  });

  it('report the version, missing backups, and the counts of features', async () => {
    const text = await (await ask({}, {}, '127.0.0.1')).text();
    expect(text).toMatch(/^tillside_build_info\{version="0[^"]*",service="sandbox",store="sqlite",backups="off"\} 1$/m);
    expect(text).toContain('tillside_webhook_messages_given_up{shop="first"} 0');
  });

  it.each([
    ['from another machine', {}, {}, '192.0.2.1'],
    ['through a proxy that identifies itself', {}, { 'x-forwarded-for': '192.0.2.1' }, '127.0.0.1'],
    ['if a proxy is in front of the server', { PUBLIC_ORIGIN: 'https://till.example' }, {}, '127.0.0.1'],
    ['without a token if vouchers are real', REMOTE, {}, '127.0.0.1'],
    ['with a wrong token', { METRICS_TOKEN: TOKEN }, { authorization: 'Bearer a-token-of-another-kind' }, '192.0.2.1'],
    ['with an empty token if none is configured', {}, { authorization: 'Bearer ' }, '192.0.2.1'],
  ])('cannot be read %s', async (_, env, headers, address) => {
    expect((await ask(env, headers, address)).status).toBe(403);
  });

  it('can be read with the token if vouchers are real', async () => {
    const env = { ...REMOTE, METRICS_TOKEN: TOKEN };
    expect((await ask(env, { authorization: `Bearer ${TOKEN}` }, '127.0.0.1')).status).toBe(200);
  });

  it('can be read from other machines with the token', async () => {
    expect((await ask({ METRICS_TOKEN: TOKEN }, { authorization: `Bearer ${TOKEN}` }, '192.0.2.1')).status).toBe(200);
  });
});

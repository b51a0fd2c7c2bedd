import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import { createTestServer, type TestServer } from '../../../testing/test-server.ts';

/** Above this, one stranger's requests for an answer would cost more than their connections. */
const SMALL_BYTES = 16 * 1024;
const PUBLIC = Object.values<Endpoint>(endpoints).filter(({ method, who }) => method === 'GET' && who === 'any');

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

it.each(PUBLIC.map(({ path }) => path.replaceAll(/:\w+/g, '3f2b9c1e-0000-4000-a000-000000000001')))(
  'GET %s is small or prepared, so that strangers cannot make the server build it repeatedly',
  async (path) => {
    const response = await server.app.request(path);
    const isPrepared = response.headers.has('etag');
    if (isPrepared) return;
    expect((await response.text()).length).toBeLessThan(SMALL_BYTES);
  },
);

it('the compressed document is identical, and is not sent again to a caller that has it', async () => {
  const plain = await server.app.request('/api/openapi.json');
  const packed = await server.app.request('/api/openapi.json', { headers: { 'Accept-Encoding': 'gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(await plain.text());
  const headers = { 'If-None-Match': plain.headers.get('etag') ?? '' };
  expect((await server.app.request('/api/openapi.json', { headers })).status).toBe(304);
});

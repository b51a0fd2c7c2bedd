import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { codeOf } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestServer } from '../../../testing/test-server.ts';

const CANARY = 'outside of the pages';
const SCRIPT = 'x'.repeat(4000);
let root: string;
let server: TestServer;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'tillside-static-'));
  mkdirSync(join(root, 'pwa/assets'), { recursive: true });
  writeFileSync(join(root, 'secret.txt'), CANARY);
  writeFileSync(join(root, 'pwa/index.html'), '<title>Till</title>');
  writeFileSync(join(root, 'pwa/sw.js'), 'self');
  writeFileSync(join(root, 'pwa/assets/main-abc123.js'), SCRIPT);
  writeFileSync(join(root, 'pwa/assets/main-abc123.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(root, 'pwa/assets/main-abc123.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(root, 'pwa/assets/main-abc123.js.map'), '{}');
});
afterAll(() => rmSync(root, { recursive: true }));
beforeEach(async () => {
  server = await createTestServer({ pages: join(root, 'pwa') });
});
afterEach(() => server.close());

it('hashed files are cached for ever, and pages and the service worker are revalidated each time', async () => {
  const browser = server.browser();
  const kept = async (path: string) => (await browser.send('GET', path)).headers.get('cache-control');
  expect(await kept('/assets/main-abc123.js')).toBe('public, max-age=31536000, immutable');
  expect([await kept('/'), await kept('/index.html'), await kept('/sw.js')]).toEqual([
    'no-cache',
    'no-cache',
    'no-cache',
  ]);
});

it('every page of the app is index.html, and a missing file is not found', async () => {
  const browser = server.browser();
  for (const path of ['/', '/redeem', '/people/devices'])
    expect((await browser.send('GET', path)).body).toBe('<title>Till</title>');
  for (const path of ['/assets/gone.js', '/favicon.ico', '/assets/main-abc123.js.map', '/assets/main-abc123.js.br'])
    expect((await browser.send('GET', path)).status).toBe(404);
  for (const path of ['/api', '/api/redeem']) expect(codeOf(await browser.send('GET', path))).toBe('not-found');
});

it('a page has the security headers and its content type', async () => {
  const { headers } = await server.browser().send('GET', '/');
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
  expect(headers.get('permissions-policy')).toContain('camera=(self)');
});

it.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/assets/%00',
  '//secret.txt',
  `/${'../'.repeat(9)}etc/passwd`,
])('a file outside the pages cannot be reached by %s', async (path) => {
  const { body } = await server.browser().send('GET', path);
  expect(String(body)).not.toContain(CANARY);
  expect(String(body)).not.toContain('root:');
});

it('unchanged files are not sent again, and compressed files are sent to browsers that accept them', async () => {
  const browser = server.browser();
  const first = await browser.send('GET', '/');
  const again = await browser.send('GET', '/', undefined, { 'if-none-match': first.headers.get('etag') ?? '' });
  expect([again.status, again.body]).toEqual([304, '']);

  const take = (encodings: string) =>
    server.app.request('http://till.test/assets/main-abc123.js', { headers: { 'accept-encoding': encodings } });
  const textOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
  const zipped = await take('gzip;q=1.0, br;q=0');
  const smallest = await take('gzip, br');
  expect([zipped, smallest].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', 'br']);
  expect([zipped, smallest].map(({ headers }) => headers.get('vary'))).toEqual(['Accept-Encoding', 'Accept-Encoding']);
  expect(gunzipSync(await textOf(zipped)).toString()).toBe(SCRIPT);
  expect(brotliDecompressSync(await textOf(smallest)).toString()).toBe(SCRIPT);
  const plain = await take('identity');
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, SCRIPT]);
});

it('pages can only be read, and other methods get not found', async () => {
  expect((await server.browser().send('POST', '/redeem')).status).toBe(404);
  expect((await server.browser().send('HEAD', '/redeem')).status).toBe(200);
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { problemBodySchema } from '../../../contract/platform/problem.ts';
import { addPerson, at, CASHIER_PIN, codeOf, setUpShop } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

const CANARY = 'CANARY-4f2a91';
const SIGN_IN = { personId: 'nobody', pin: '480316' };

const echo = {
  method: 'PUT',
  path: '/api/echo/:id',
  who: 'any',
  request: z.strictObject({
    code: z.string().check(z.maxLength(8)),
    amount: z.int().check(z.minimum(1)),
    nested: z.optional(z.strictObject({ on: z.boolean() })),
  }),
  answer: z.object({ code: z.string() }),
} as const satisfies Endpoint;
const failing = {
  method: 'GET',
  path: '/api/failing',
  who: 'any',
  request: null,
  answer: null,
} as const satisfies Endpoint;

let server: TestServer;
let browser: TestBrowser;

beforeEach(async () => {
  server = await createTestServer({
    routes: ({ on }) => {
      on(echo, ({ body }) => Promise.resolve({ body: { code: body.code } }));
      on(failing, () => Promise.reject(new Error(`could not write ${CANARY}`)));
    },
  });
  browser = server.browser();
});
afterEach(() => server.close());

describe('the origin of a change', () => {
  const foreign: [string, Record<string, string>][] = [
    ['without the header that only our page sets', { 'x-tillside': '' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from an origin that only begins like ours', { origin: 'http://till.test.evil.example' }],
    ['from an origin that hides a name before ours', { origin: 'http://evil@till.test' }],
    ['from a page without an origin', { origin: 'null' }],
    ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['that the browser calls same-site only', { 'sec-fetch-site': 'same-site' }],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['as plain text', { 'content-type': 'text/plain' }],
  ];
  it.each(foreign)('a change %s is refused', async (_, headers) => {
    const answer = await browser.send('PUT', '/api/echo/1', { code: 'a', amount: 1 }, headers);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden-origin']);
  });

  it('a refused origin is logged with the responsible setting', async () => {
    await browser.send('PUT', '/api/echo/1', { code: 'a', amount: 1 }, { origin: `https://${CANARY}.example` });
    const [told] = server.logged.filter((line) => line.includes('"level":"warn"'));
    expect(told).toMatch(/"code":"forbidden-origin".*PUBLIC_ORIGIN/);
    expect(told).not.toContain(CANARY);
  });

  it('a change with neither Origin nor Sec-Fetch-Site is refused', async () => {
    const response = await server.app.request('http://till.test/api/practice', {
      method: 'POST',
      headers: { 'x-tillside': '1', host: 'till.test' },
    });
    expect(response.status).toBe(403);
  });

  it('Sec-Fetch-Site alone is enough if a browser sends no Origin', async () => {
    const headers = {
      'x-tillside': '1',
      host: 'till.test',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    };
    const response = await server.app.request('http://till.test/api/echo/1', {
      method: 'PUT',
      headers,
      body: '{"code":"a","amount":1}',
    });
    expect(response.status).toBe(200);
  });

  it('only PUBLIC_ORIGIN is accepted if it is set, regardless of the Host header', async () => {
    const fixed = await createTestServer({ env: { PUBLIC_ORIGIN: 'https://till.example/' } });
    const own = await fixed.browser().send('POST', '/api/session', SIGN_IN, { origin: 'https://till.example' });
    const other = await fixed.browser().send('POST', '/api/session', SIGN_IN, { origin: 'http://till.test' });
    expect([own.status, other.status]).toEqual([401, 403]);
    await fixed.close();
  });
});

describe('the content of a request', () => {
  const bad: [string, string | Record<string, unknown>, string | undefined][] = [
    ['a missing field', { amount: 1 }, 'code'],
    ['a wrong type', { code: 5, amount: 1 }, 'code'],
    ['a fraction', { code: 'a', amount: 1.5 }, 'amount'],
    ['a number as text', { code: 'a', amount: '1' }, 'amount'],
    ['an amount below the smallest', { code: 'a', amount: 0 }, 'amount'],
    ['a text that is too long', { code: CANARY, amount: 1 }, 'code'],
    ['a text with a character that PostgreSQL cannot hold', { code: 'a\u0000b', amount: 1 }, 'code'],
    ['a fault deep inside', { code: 'a', amount: 1, nested: { on: CANARY } }, 'nested.on'],
    ['a field that nobody asked for', { code: 'a', amount: 1, [CANARY]: 1 }, undefined],
    ['a prototype', '{"code":"a","amount":1,"__proto__":{"admin":true}}', undefined],
    ['a list', '[]', undefined],
    ['nothing but null', 'null', undefined],
  ];
  it.each(bad)('%s is refused with the name of the field, never its value', async (_, body, field) => {
    const answer = await browser.send('PUT', '/api/echo/1', body);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'bad-request']);
    expect(at(answer.body, 'error', 'details', 'field')).toBe(field);
    expect(JSON.stringify(answer.body)).not.toContain(CANARY);
    expect(problemBodySchema.safeParse(answer.body).success).toBe(true);
  });

  const notJson = ['', '{', 'code=a', '{"code":"a",}', '\uFEFFx', `{"code":"${CANARY}`];
  it.each(notJson)('%j is not JSON', async (body) => {
    const answer = await browser.send('PUT', '/api/echo/1', body);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'not-json']);
    expect(JSON.stringify(answer.body)).not.toContain(CANARY);
  });

  it('bytes that are not text are not JSON', async () => {
    const headers = {
      host: 'till.test',
      origin: 'http://till.test',
      'x-tillside': '1',
      'content-type': 'application/json',
    };
    const body = new Uint8Array([0x22, 0xff, 0xfe, 0x22]);
    const response = await server.app.request('http://till.test/api/echo/1', { method: 'PUT', headers, body });
    expect(response.status).toBe(400);
  });

  it('thousands of nested brackets do no harm', async () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const answer = await browser.send('PUT', '/api/echo/1', `{"code":${deep},"amount":1}`);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'bad-request']);
  });

  it('a prototype in a body does not change other objects', async () => {
    await browser.send('PUT', '/api/echo/1', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('a body over the limit is refused, with or without a Content-Length', async () => {
    const large = JSON.stringify({ code: 'x'.repeat(LIMITS.bodyBytesMax), amount: 1 });
    const announced = await browser.send('PUT', '/api/echo/1', large, { 'content-length': String(large.length) });
    const silent = await browser.send('PUT', '/api/echo/1', large);
    expect([announced.status, codeOf(announced), silent.status]).toEqual([413, 'too-large', 413]);
  });

  it.each(['/api/echo/%2e%2e%2fsetup', '/api/echo/a%00b', `/api/echo/${'1'.repeat(65)}`])(
    'the id in %s is not found',
    async (path) => {
      const answer = await browser.send('PUT', path, { code: 'a', amount: 1 });
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not-found']);
    },
  );
});

describe('the content of a response', () => {
  it('an unknown address and a wrong method get different answers', async () => {
    const nowhere = await browser.send('GET', '/api/nowhere');
    const wrong = await browser.send('DELETE', '/api/people');
    expect([nowhere.status, codeOf(nowhere)]).toEqual([404, 'not-found']);
    expect([wrong.status, codeOf(wrong)]).toEqual([405, 'method-not-allowed']);
  });

  it('an unexpected error returns only its request id, and the log has the place without the message', async () => {
    const answer = await browser.send('GET', '/api/failing');
    expect([answer.status, codeOf(answer)]).toEqual([500, 'internal']);
    expect(JSON.stringify(answer.body)).not.toContain(CANARY);
    const line = server.logged.find((entry) => entry.includes('unexpected'));
    expect(line).toContain(String(at(answer.body, 'error', 'requestId')));
    expect(line).toContain('route.spec.ts');
    expect(server.logged.join('')).not.toContain(CANARY);
  });

  it('every answer forbids storing, sniffing, framing and foreign scripts', async () => {
    for (const path of ['/api/health', '/api/nowhere', '/api/people', '/anything.js']) {
      const { headers } = await browser.send('GET', path);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('strict-transport-security')).toBeNull();
    }
  });

  it('HSTS is sent if browsers use HTTPS', async () => {
    const https = await createTestServer({ env: { PUBLIC_ORIGIN: 'https://till.example' } });
    const { headers } = await https.browser().send('GET', '/api/health');
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
    await https.close();
  });

  it('HEAD is answered like GET, without a body', async () => {
    const answer = await browser.send('HEAD', '/api/health');
    expect([answer.status, answer.body]).toEqual([200, '']);
  });

  it('the access log contains the pattern of the route, not the address', async () => {
    await browser.send('PUT', `/api/echo/${CANARY}?token=${CANARY}`, { code: 'a', amount: 1 });
    const line: unknown = JSON.parse(server.logged.at(-1) ?? '');
    expect(line).toMatchObject({ method: 'PUT', route: '/api/echo/:id', status: 200 });
    expect(Object.keys(line as object).sort()).toEqual([
      'level',
      'method',
      'ms',
      'msg',
      'requestId',
      'route',
      'status',
      'time',
    ]);
    expect(server.logged.join('')).not.toContain(CANARY);
  });

  it('readiness is separate from health', async () => {
    const busy = await createTestServer({ ready: () => Promise.resolve(false) });
    const answer = await busy.browser().send('GET', '/api/ready');
    expect([answer.status, codeOf(answer)]).toEqual([503, 'not-ready']);
    expect((await busy.browser().send('GET', '/api/health')).status).toBe(200);
    await busy.close();
  });
});

describe('the callers of a route', () => {
  it('a stranger, a signed-out device and a cashier are refused with different codes', async () => {
    const stranger = await browser.send('GET', '/api/devices');
    expect([stranger.status, codeOf(stranger)]).toEqual([401, 'not-enrolled']);

    const { browser: till } = await setUpShop(server);
    const cashier = await addPerson(till, 'Ana', 'cashier', CASHIER_PIN);
    await till.send('DELETE', '/api/session');
    const signedOut = await till.send('GET', '/api/devices');
    expect([signedOut.status, codeOf(signedOut)]).toEqual([401, 'signed-out']);

    await till.send('POST', '/api/session', { personId: cashier, pin: CASHIER_PIN });
    const denied = await till.send('GET', '/api/devices');
    expect([denied.status, codeOf(denied)]).toEqual([403, 'not-allowed']);
  });

  it('access is checked before the body, so a stranger learns nothing about its fields', async () => {
    const answer = await browser.send('POST', '/api/people', '{');
    expect(answer.status).toBe(401);
  });
});

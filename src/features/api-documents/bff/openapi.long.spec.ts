import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SCOPES } from '../../../contract/access/key.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { ManualClock } from '../../../testing/clock.ts';
import { createModelIssuer, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { createOpenApiChecker, faultsOfDocument, type OpenApiChecker } from '../../../testing/rigs/open-api.ts';
import { at, codeOf, MANAGER_PIN, setUpShop } from '../../../testing/rigs/people.ts';
import { makeProgram, programOf, type TestProgram } from '../../../testing/rigs/program.ts';
import { createTestServer, type ReadAnswer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

const CODE = '1234567890';
const OTHER = '1234567891';
const TAKING_SALE = '5b0cf8b1-6c5e-4f2b-8a53-0f6a3c1f7a10';
const TAKING = { code: CODE, amount: 2000, currency: 'SGD', saleId: TAKING_SALE };

let server: TestServer;
let issuer: ModelIssuer;
let manager: TestBrowser;
let program: TestProgram;
let document: object;
let programs: object;
let checker: OpenApiChecker;
beforeEach(async () => {
  server = await createTestServer({
    issuer(clock: ManualClock) {
      issuer = createModelIssuer({ clock });
      issuer.add(CODE);
      issuer.add(OTHER);
      return issuer;
    },
  });
  manager = (await setUpShop(server)).browser;
  program = await makeProgram(server, manager, { name: 'Register 1', scopes: [...SCOPES] });
  document = (await manager.send('GET', '/api/openapi.json')).body as object;
  programs = (await manager.send('GET', '/api/openapi.json?for=programs')).body as object;
  checker = createOpenApiChecker(document);
});
afterEach(() => server.close());

/** The ten seconds within which everything has an answer. */
async function timePasses(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await server.clock.advance(250);
}

/** Sends a request, and advances the clock until the answer, which has to match the document. */
async function ask(
  who: TestBrowser | TestProgram,
  method: string,
  path: string,
  sent?: unknown,
  headers?: Record<string, string>,
): Promise<ReadAnswer> {
  const [answer] = await Promise.all([who.send(method, path, sent, headers), timePasses()]);
  const { status, body: got } = answer;
  expect(
    checker.faultsOf({ method, path, sent, status, contentType: answer.headers.get('content-type'), got }),
  ).toEqual([]);
  const code = codeOf(answer);
  if (who === program && status >= 400 && code !== 'not-found') expect(documentedErrors(method, path)).toContain(code);
  return answer;
}

/** Codes that the document for programs lists for a route. */
function documentedErrors(method: string, path: string): unknown {
  const [plain = ''] = path.replace(/^\/api\/(v1\/)?/, '/api/v1/').split('?');
  const paths = Object.entries(at(programs, 'paths') as Record<string, Record<string, object>>);
  const [, operations] =
    paths.find(([pattern]) => new RegExp(`^${pattern.replace('{id}', '[^/]+')}$`).test(plain)) ?? [];
  const responses = at(operations?.[method.toLowerCase()], 'responses');
  const errors = Object.values(responses ?? {}).flatMap((response: unknown) => at(response, 'x-errors') ?? []);
  return errors.map((error: unknown) => at(error, 'code'));
}

it('the document is OpenAPI 3.1 and names every route of the table', async () => {
  expect(document).toMatchObject({ openapi: '3.1.0' });
  expect(await faultsOfDocument(document)).toEqual([]);
  const named = Object.entries(at(document, 'paths') as object).flatMap(([path, operations]) =>
    Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(named.sort()).toEqual(
    Object.values(endpoints)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  );
});

it('the document matches the requests of a program, from the check to the refund', async () => {
  const saleId = randomUUID();
  const id = randomUUID();
  const second = randomUUID();
  const refund = randomUUID();
  await ask(program, 'POST', '/api/vouchers/check', { code: CODE });
  expect((await ask(program, 'POST', '/api/stories', { code: CODE })).body).toMatchObject({
    voucher: { last4: '7890' },
  });
  expect((await ask(program, 'PUT', `/api/tenders/${id}`, { ...TAKING, saleId })).status).toBe(201);
  expect((await ask(program, 'PUT', `/api/tenders/${id}`, { ...TAKING, saleId })).status).toBe(200);
  expect(codeOf(await ask(program, 'PUT', `/api/tenders/${id}`, { ...TAKING, amount: 1 }))).toBe('tender-mismatch');
  await ask(program, 'GET', `/api/tenders/${id}`);
  const posted = await ask(
    program,
    'POST',
    '/api/tenders',
    { ...TAKING, code: OTHER, amount: 500, saleId },
    { 'idempotency-key': `"${second}"` },
  );
  expect(posted).toMatchObject({ status: 201, body: { id: second } });
  const sale = await ask(program, 'GET', `/api/sales/${saleId}?due=3000`);
  expect(sale.body).toMatchObject({ taken: 2500, due: 3000, leftToPay: 500, open: false, items: 0 });
  expect(at(sale.body, 'tenders')).toMatchObject([
    { id, state: 'captured', last4: '7890', captured: { amount: 2000 } },
    { id: second, last4: '7891' },
  ]);
  await ask(program, 'POST', '/api/refunds', { tenderId: id, reason: 'returned' }, { 'idempotency-key': refund });
  await ask(program, 'GET', `/api/refunds/${refund}`);
  expect(codeOf(await ask(program, 'GET', `/api/sales/${saleId}?due=5.00`))).toBe('bad-request');
  expect((await ask(program, 'GET', `/api/sales/${saleId}`)).body).toMatchObject({
    taken: 500,
    due: null,
    leftToPay: null,
  });
  await ask(program, 'DELETE', `/api/tenders/${randomUUID()}`);
  await ask(program, 'GET', '/api/tenders');
  const shifts = await ask(program, 'GET', '/api/shifts?day=2030-01-15');
  expect(shifts.body).toMatchObject([{ id, till: 'Register 1', number: null }]);
  await ask(program, 'GET', `/api/shifts/${id}`);
  expect((await ask(program, 'GET', '/api/closings')).body).toEqual([]);
  for (const path of ['/api/v1/tenders', '/api/v1/refunds', '/api/v1/shifts']) await ask(program, 'GET', path);
  const open = Object.values(endpoints).filter(
    (endpoint) => 'scopes' in endpoint && !(endpoint.path === '/api/refunds/:id' && endpoint.method === 'PUT'),
  );
  const wanted = open.map(({ method, path }) => `${method} ${path.replace(':id', '{id}')}`);
  expect(wanted.filter((name) => !checker.met.has(name))).toEqual([]);
});

it('an unknown outcome is 202 with an address and a retry time for a program, and unchanged for the app', async () => {
  issuer.failNext({ commit: 'now', answer: { afterMs: 60_000 } });
  const id = randomUUID();
  const asked = await ask(program, 'PUT', `/api/tenders/${id}`, TAKING);
  expect([asked.status, asked.headers.get('location'), asked.headers.get('retry-after')]).toEqual([
    202,
    `/api/tenders/${id}`,
    '2',
  ]);
  expect((await manager.send('GET', `/api/tenders/${id}`)).status).toBe(200);
  expect((await ask(program, 'GET', `/api/tenders/${id}`)).status).toBe(202);
  const saleOpen = await ask(program, 'GET', `/api/sales/${TAKING_SALE}?due=2000`);
  expect(saleOpen.body).toMatchObject({ open: true, taken: 0, leftToPay: null });
  for (let turn = 0; turn < 400 && (await program.send('GET', `/api/tenders/${id}`)).status === 202; turn += 1)
    await server.clock.advance(500);
  expect(await ask(program, 'GET', `/api/tenders/${id}`)).toMatchObject({ status: 200, body: { state: 'captured' } });
  expect((await ask(program, 'GET', `/api/sales/${TAKING_SALE}?due=2000`)).body).toMatchObject({
    open: false,
    taken: 2000,
    leftToPay: 0,
  });
  expect(issuer.ledger().length).toBe(1);
});

it('an Idempotency-Key of any form identifies one redemption for each program', async () => {
  const other = await makeProgram(server, manager, { name: 'Register 2', scopes: ['redeem'] });
  const once = { 'idempotency-key': 'order 17' };
  const first = await ask(program, 'POST', '/api/tenders', TAKING, once);
  const again = await ask(program, 'POST', '/api/tenders', TAKING, once);
  expect([first.status, again.status, at(again.body, 'id')]).toEqual([201, 200, at(first.body, 'id')]);
  const elsewhere = await ask(other, 'POST', '/api/tenders', { ...TAKING, code: OTHER }, once);
  expect(at(elsewhere.body, 'id')).not.toBe(at(first.body, 'id'));
  expect(issuer.ledger().length).toBe(2);
  for (const key of ['', 'x'.repeat(256)]) {
    const refused = await ask(program, 'POST', '/api/tenders', TAKING, { 'idempotency-key': key });
    expect([refused.status, at(refused.body, 'error', 'details', 'field')]).toEqual([400, 'Idempotency-Key']);
  }
});

it('any request of a program is answered as documented, and never with a server error', async () => {
  const routes = Object.values(endpoints).filter((endpoint) => 'scopes' in endpoint);
  const wild = fc.record({
    route: fc.constantFrom(...routes),
    id: fc.oneof(fc.uuid(), fc.stringMatching(/^[\w%.~-]{1,70}$/)),
    due: fc.option(fc.oneof(fc.nat().map(String), fc.string({ maxLength: 14 })), { nil: null }),
    body: fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.record({ code: fc.string(), amount: fc.integer(), currency: fc.constantFrom('SGD', 'XXX', '') }),
      fc.record({ tenderId: fc.uuid(), reason: fc.string() }),
    ),
    once: fc.string({ maxLength: 20 }).map((text) => text.replace(/[^ -~]/g, '')),
  });
  await fc.assert(
    fc.asyncProperty(wild, async ({ route: { method, path }, id, due, body, once }) => {
      const query = due === null ? '' : `?due=${encodeURIComponent(due)}`;
      const sent = method === 'GET' || method === 'DELETE' ? undefined : body;
      const asked = `${path.replace(':id', id)}${query}`;
      const { status, headers, body: got } = await program.send(method, asked, sent, { 'idempotency-key': once });
      expect(
        checker.faultsOf({ method, path: asked, sent, status, contentType: headers.get('content-type'), got }),
      ).toEqual([]);
      expect(status).toBeLessThan(500);
      await server.clock.advance(50);
    }),
    { numRuns: 200 },
  );
});

it('problems have the members of RFC 9457 in addition to their earlier body, with its content type for programs', async () => {
  const known = await ask(programOf(server, 'ts_wrong'), 'GET', '/api/tenders');
  expect(known.headers.get('content-type')).toBe('application/problem+json');
  expect(known.body).toMatchObject({
    type: '/api/docs#wrong-key',
    title: 'Wrong key',
    status: 401,
    error: { code: 'wrong-key' },
  });
  expect(at(known.body, 'detail')).toBe(at(known.body, 'error', 'message'));
  const app = await ask(manager, 'POST', '/api/session', { personId: 'nobody', pin: MANAGER_PIN });
  expect([app.headers.get('content-type'), at(app.body, 'status')]).toEqual(['application/json', app.status]);
});

it('the documentation page names every route for keys and every problem, without a script', async () => {
  const page = await manager.send('GET', '/api/docs');
  const text = String(page.body);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  for (const endpoint of Object.values(endpoints))
    if ('scopes' in endpoint) expect(text).toContain(`${endpoint.method} ${endpoint.path}`);
  expect(text).toContain('id="over-limit"');
  expect(text).not.toMatch(/<script|style="/);
  expect((await manager.send('GET', '/api/docs.css')).headers.get('content-type')).toBe('text/css; charset=utf-8');
});

import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { breakingChanges } from '../../../../testing/rigs/breaking-changes.ts';
import { faultsOfDocument } from '../../../../testing/rigs/open-api.ts';
import { at, setUpShop } from '../../../../testing/rigs/people.ts';
import { makeProgram } from '../../../../testing/rigs/program.ts';
import { createTestServer, type TestServer } from '../../../../testing/test-server.ts';

const ADDRESS = '/api/openapi.json?for=programs';
/** The document of the latest release, which `WRITE_RELEASED=true` writes for a new one. */
const RELEASED = new URL('../../../../testing/released/openapi-for-programs-0.1.0.json', import.meta.url);

let server: TestServer;
let document: Record<string, unknown>;
beforeEach(async () => {
  server = await createTestServer();
  document = (await (await server.app.request(ADDRESS)).json()) as Record<string, unknown>;
});
afterEach(() => server.close());

/** Texts and examples may change with any release. */
const withoutTexts = (name: string, value: unknown) =>
  ['description', 'example', 'headers', 'summary', 'x-errors'].includes(name) ? undefined : value;

interface Message {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly requestBody?: Message;
  readonly responses: Readonly<Record<string, Message>>;
}

function operations(): { name: string; operation: Operation }[] {
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  );
}

describe('the document for programs', () => {
  it('is OpenAPI 3.1, and contains the routes of keys only, with paths of version 1', async () => {
    expect(await faultsOfDocument(document)).toEqual([]);
    expect(
      operations()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      'delete /api/v1/tenders/{id}',
      'get /api/v1/closings',
      'get /api/v1/refunds',
      'get /api/v1/refunds/{id}',
      'get /api/v1/sales/{id}',
      'get /api/v1/shifts',
      'get /api/v1/shifts/{id}',
      'get /api/v1/tenders',
      'get /api/v1/tenders/{id}',
      'post /api/v1/refunds',
      'post /api/v1/stories',
      'post /api/v1/tenders',
      'post /api/v1/vouchers/check',
      'put /api/v1/refunds/{id}',
      'put /api/v1/tenders/{id}',
    ]);
  });

  it('has a valid example for each request and each response', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema({ $id: 'https://document.test/', components: document['components'] });
    const faults = operations().flatMap(({ name, operation }) => {
      const messages = [
        ...Object.values(operation.responses),
        ...(operation.requestBody ? [operation.requestBody] : []),
      ];
      return messages.flatMap(({ content = {} }) => {
        const json = content['application/json'];
        if (json === undefined) return [];
        const { $ref = '' } = json.schema as { $ref?: string };
        const isValid = ajv.validate({ $ref: `https://document.test/${$ref}` }, json.example);
        return isValid ? [] : [`${name}: ${ajv.errorsText()}`];
      });
    });
    expect(faults).toEqual([]);
  });

  it('names the errors of each route, with their meaning for money, and the rate limit', () => {
    for (const { name, operation } of operations()) {
      const errors = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
      expect([name, errors.map(([status]) => status)]).toEqual([
        name,
        expect.arrayContaining(['400', '401', '403', '429', '503']),
      ]);
      for (const [, { description = '' }] of errors) expect(description).toMatch(/^- `[a-z-]+`: .+\.$/m);
      for (const { headers = {} } of Object.values(operation.responses))
        expect(Object.keys(headers)).toEqual(expect.arrayContaining(['RateLimit', 'RateLimit-Policy']));
    }
    const redeeming = operations().find(({ operation }) => operation.operationId === 'putTender')?.operation;
    expect(redeeming?.responses['503']?.description).toContain('never repeat with another id');
  });

  it('is served compressed, and for no other readers', async () => {
    const packed = await server.app.request(ADDRESS, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(JSON.parse(gunzipSync(await packed.arrayBuffer()).toString())).toEqual(document);
    const full = (await (await server.app.request('/api/openapi.json')).json()) as object;
    expect(Object.keys(at(full, 'paths') as object).length).toBeGreaterThan(100);
    expect((await server.app.request('/api/openapi.json?for=others')).status).toBe(400);
  });

  it('breaks no program that was written for the latest release', () => {
    if (process.env['WRITE_RELEASED'] === 'true')
      writeFileSync(RELEASED, `${JSON.stringify(document, withoutTexts, 2)}\n`);
    expect(breakingChanges(JSON.parse(readFileSync(RELEASED, 'utf8')) as object, document)).toEqual([]);
  });

  it.each<[string, (text: string) => string, string]>([
    [
      'a removed route',
      (text) => text.replace('"/api/v1/stories"', '"/api/v1/histories"'),
      'POST /api/v1/stories was removed',
    ],
    ['a removed field', (text) => text.replaceAll('"captured"', '"taken"'), 'Tender.captured was removed'],
    [
      'a removed state',
      (text) => text.replaceAll('"captured_partial"', '"partly"'),
      'Tender.state: captured_partial was removed',
    ],
    ['a removed event', (text) => text.replaceAll('"day.closed"', '"day.ended"'), 'the event day.closed was removed'],
    [
      'another type',
      (text) => text.replaceAll('"last4":{"type":"string"}', '"last4":{"type":"integer"}'),
      'Tender.last4: type was changed',
    ],
    [
      'a new required field',
      (text) => text.replaceAll('"required":["tenderId",', '"required":["tenderId","by",'),
      'RefundRequest.by is required now',
    ],
    [
      'a removed parameter',
      (text) => text.replaceAll('"name":"after"', '"name":"cursor"'),
      'GET /api/v1/tenders: the parameter after was removed',
    ],
  ])('%s is a breaking change', (_, change, found) => {
    const changed = JSON.parse(change(JSON.stringify(document))) as object;
    expect(breakingChanges(document, changed)).toContain(found);
  });
});

it('every response to a program has the rate limit of its key', async () => {
  const { browser: manager } = await setUpShop(server);
  const program = await makeProgram(server, manager, { name: 'Register', scopes: ['read'] });
  const limitsOf = async (path: string) => {
    const { status, headers } = await program.send('GET', path);
    return [status, headers.get('ratelimit-policy'), headers.get('ratelimit')];
  };
  expect(await limitsOf('/api/v1/tenders')).toEqual([200, '"key";q=60;w=3', '"key";r=59;t=1']);
  expect(await limitsOf('/api/v1/closings')).toEqual([403, '"key";q=60;w=3', '"key";r=58;t=1']);
  for (let count = 0; count < 58; count += 1) await limitsOf('/api/tenders');
  expect(await limitsOf('/api/v1/tenders')).toEqual([429, '"key";q=60;w=3', '"key";r=0;t=3']);
  expect((await manager.send('GET', '/api/tenders')).headers.get('ratelimit-policy')).toBeNull();
});

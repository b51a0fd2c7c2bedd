import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { type EndpointName, endpoints } from '../../../contract/platform/endpoints.ts';
import { createModelIssuer, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { setUpShop, signedIn, textAt } from '../../../testing/rigs/people.ts';
import { SHOP } from '../../../testing/rigs/shops.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import { EXAMPLES, routesByMoney } from '../../app/feature-tables.ts';
import { createGapStore } from '../../platform/store/journal-gaps.ts';

/**
 * Every route that may request money a second time, with its protection while the journal may lack
 * the first request.
 */

const REF = '1234567890';
let server: TestServer;
let issuer: ModelIssuer;
let manager: TestBrowser;
beforeEach(async () => {
  server = await createTestServer({
    issuer(clock) {
      issuer = createModelIssuer({ clock });
      issuer.add(REF);
      return issuer;
    },
  });
  manager = (await setUpShop(server)).browser;
  const now = server.clock.now();
  await createGapStore(server.db, SHOP).note({
    id: randomUUID(),
    reason: 'restored',
    fromAt: now - 60_000,
    foundAt: now,
  });
  await server.parts.opening.start();
});
afterEach(() => server.close());

function ask(name: EndpointName) {
  const { method, path, request, onceByHeader }: Endpoint = endpoints[name];
  const headers = onceByHeader ? { 'Idempotency-Key': 'order-1029' } : {};
  const body = EXAMPLES[name] ?? (request === null ? undefined : {});
  return manager.send(method, path.replace(':id', randomUUID()), body, headers);
}

describe('while the journal may lack confirmed operations', () => {
  it.each(routesByMoney('requests'))('%s is refused as safe to repeat, and is not sent', async (name) => {
    const answer = await ask(name);
    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'journal-gap', retry: 'safe' } } });
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect([issuer.attempts(), issuer.refundsCalled(), issuer.ordersTried()]).toEqual([0, [], []]);
    expect([issuer.rangesTried(), issuer.deactivationsTried()]).toEqual([[], []]);
  });

  it.each(routesByMoney('follows'))('%s never gets the answer “not received”', async (name) => {
    const answer = await ask(name);
    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'journal-gap' } } });
  });
});

it('a device is not awaited after its report, even if only stock staff signed in on it', async () => {
  const stock = await signedIn(server, manager, { name: 'Sam', role: 'stock', pin: '730264' });
  const { body } = await stock.send('GET', '/api/journal');
  const report = { journal: textAt(body, 'id'), wishes: [], heard: [], taken: [] };
  expect(await stock.send('POST', '/api/journal/remembered', report)).toMatchObject({
    status: 200,
    body: { closed: { awaitsThisTill: false } },
  });
});

it('every route is listed by how it moves money', () => {
  const judged = (['requests', 'follows', 'elsewhere', 'none'] as const).flatMap(routesByMoney);
  expect(routesByMoney('requests')).toContain('putTender');
  const changing = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].method !== 'GET');
  expect(
    changing.filter((name) => !judged.includes(name)),
    'add the route to `money` of its feature, or of the core in src/bff/app/route-facts.ts',
  ).toEqual([]);
  expect(judged.filter((name, position) => !(name in endpoints) || judged.indexOf(name) !== position)).toEqual([]);
});

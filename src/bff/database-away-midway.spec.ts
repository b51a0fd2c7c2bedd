import { randomUUID } from 'node:crypto';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { afterEach, expect, it } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { problemBodySchema } from '../contract/problem.ts';
import type { ManualClock } from '../testing/clock.ts';
import { createModelIssuer } from '../testing/model-issuer.ts';
import { MANAGER_PIN, setUpShop } from '../testing/people.ts';
import { SQLITE } from '../testing/stores.ts';
import { createTestServer, SETUP_CODE, type TestServer } from '../testing/test-server.ts';
import type { Schema } from './store/schema.ts';
import { StoreAway } from './store/store-away.ts';

const PERIOD = { from: '2030-01-14T00:00:00.000Z', to: '2030-01-15T00:00:00.000Z' };
const REASON = 'a wrong amount';
const CODE = '1234567890';
/** What a page would send, so that every handler gets to its own questions. */
const BODIES: Partial<Record<EndpointName, unknown>> = {
  setup: { code: SETUP_CODE, device: { name: 'Till 9' }, manager: { name: 'Ben', pin: MANAGER_PIN } },
  enrol: { code: 'ABCD-EFGH', name: 'Till 9' },
  signIn: { personId: 'nobody', pin: MANAGER_PIN },
  speak: { language: 'fr' },
  check: { code: CODE },
  checkCard: { code: CODE },
  putTender: { code: CODE, amount: 100, currency: 'SGD' },
  remembered: { journal: 'j', wishes: [], heard: [], taken: [] },
  putRefund: { tenderId: randomUUID(), reason: REASON },
  addPerson: { name: 'Zoe', role: 'cashier', pin: '592807' },
  changePerson: { name: 'Zoe' },
  settleAttention: { action: 'close', reason: REASON },
  putActivation: { ranges: [{ start: '000101', end: '000102', count: 2 }] },
  deactivate: { range: 0, reason: REASON },
  putSettings: { pinAboveCards: 50 },
  auditSearch: PERIOD,
  auditExport: PERIOD,
  putIssue: { productCode: 'GIFT10', quantity: 1 },
  issueStates: { from: 0 },
  printIssue: { print: randomUUID() },
  sendVoucher: { sending: randomUUID(), position: 0 },
  searchTransactions: PERIOD,
  exportTransactions: PERIOD,
  transactionLines: PERIOD,
  transactionTotals: PERIOD,
  transactionDetail: { id: '1' },
  voucherTag: { code: CODE },
  putClosing: { date: '2030-01-14', register: [{ currency: 'SGD', amount: 0 }] },
};
/** Answered without the database: by nobody, by the issuer, or because there is nothing to practise here. One goes on for ever. */
const WITHOUT: ReadonlySet<string> = new Set<EndpointName>([
  'health',
  'ready',
  'events',
  'products',
  'product',
  'practiceVouchers',
  'metrics',
  'practice',
  'voucherTag',
]);

const ROUTES = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(([name]) => !WITHOUT.has(name));
/** The questions by which every request begins. */
const WHO_CALLS = /^(select "device"."id" as "device_id"|update "(session|device)" )/;

/** A database that, once it is cut, tells who calls and nothing else. */
function layCut(db: Kysely<Schema>) {
  let isCut = false;
  const gone = () => Promise.reject(new StoreAway(new Error('gone'), undefined));
  const unlessCut = () => (isCut ? gone() : Promise.resolve());
  const none = () => Promise.resolve();
  const connection: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery) => (isCut && !WHO_CALLS.test(query.sql) ? gone() : db.executeQuery<R>(query)),
    streamQuery: () => {
      throw new Error('nothing is streamed');
    },
  };
  const driver: Driver = {
    ...{ init: none, releaseConnection: none, destroy: none },
    ...{ beginTransaction: unlessCut, commitTransaction: unlessCut, rollbackTransaction: none },
    acquireConnection: () => Promise.resolve(connection),
  };
  const cuttable = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (of) => new SqliteIntrospector(of),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return {
    db: cuttable,
    cut() {
      isCut = true;
    },
  };
}

let server: TestServer;
afterEach(() => server.close());

it('a database that goes away after it told who calls is answered as one that was away before, on every route', async () => {
  const store = await SQLITE.open();
  const { db, cut } = layCut(store.db);
  const issuer = (clock: ManualClock) => {
    const model = createModelIssuer({ clock });
    model.add(CODE);
    return model;
  };
  server = await createTestServer({ issuer, store: { ...store, db, reads: db } });
  const { browser } = await setUpShop(server);
  cut();
  const found: unknown[] = [];
  for (const [name, { method, path }] of ROUTES) {
    const body = method === 'GET' || method === 'DELETE' ? undefined : (BODIES[name] ?? {});
    const answer = await browser.send(method, path.replace(':id', randomUUID()).replace(':code', 'GIFT'), body);
    const problem = problemBodySchema.safeParse(answer.body).data?.error;
    if (answer.status !== 503 || problem?.code !== 'not-ready' || problem.retry !== 'safe') found.push([name, answer.status, problem]);
  }
  expect(found).toEqual([]);
});

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
import type { Endpoint } from '../../contract/platform/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/platform/endpoints.ts';
import { problemBodySchema } from '../../contract/platform/problem.ts';
import type { ManualClock } from '../../testing/clock.ts';
import { SQLITE } from '../../testing/databases/stores.ts';
import { createModelIssuer } from '../../testing/issuer/model-issuer.ts';
import { setUpShop } from '../../testing/rigs/people.ts';
import { createTestServer, SETUP_CODE, type TestServer } from '../../testing/test-server.ts';
import type { Schema } from '../platform/store/schema.ts';
import { StoreUnavailable } from '../platform/store/store-unavailable.ts';
import { EXAMPLES } from './feature-tables.ts';

/**
 * Routes that answer without the database: refused before, answered by the issuer, without training
 * mode, with an invalid history token, to devices only, or to head office. Two are streams.
 */
const WITHOUT: ReadonlySet<string> = new Set<EndpointName>([
  'health',
  'ready',
  'events',
  'displayEvents',
  'products',
  'product',
  'practiceVouchers',
  'metrics',
  'practice',
  'voucherTag',
  'noteStory',
  'supportPacket',
  'askForReports',
  'openapi',
  'docs',
  'docsStyle',
  'addressCheck',
]);

/** Routes of a server without a shop. */
const WITH_SETUP_CODE: ReadonlySet<string> = new Set<EndpointName>([
  'setup',
  'listBackups',
  'uploadBackup',
  'discardUpload',
  'tryBackup',
  'restoreBackup',
]);

const ROUTES = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([name, { who }]) => !WITHOUT.has(name) && who !== 'office',
);
const CODE = '1234567890';
/** The queries at the beginning of requests. */
const WHO_CALLS = /^(select "device"."id" as "device_id"|select "id" from "passkey"|update "(session|device)" )/;

/** A database that, once cut, only answers the queries that identify the caller. */
function layCut(db: Kysely<Schema>) {
  let isCut = false;
  const gone = () => Promise.reject(new StoreUnavailable(new Error('gone'), undefined));
  const unlessCut = () => (isCut ? gone() : Promise.resolve());
  const none = () => Promise.resolve();
  const connection: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery) =>
      isCut && !WHO_CALLS.test(query.sql) ? gone() : db.executeQuery<R>(query),
    streamQuery: () => {
      throw new Error('nothing is streamed');
    },
  };
  const driver: Driver = {
    init: none,
    releaseConnection: none,
    destroy: none,
    beginTransaction: unlessCut,
    commitTransaction: unlessCut,
    rollbackTransaction: none,
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

it('every route gives the same answer whether the database fails before or after authentication', async () => {
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
    const example = { ...EXAMPLES[name], ...(WITH_SETUP_CODE.has(name) && { code: SETUP_CODE }) };
    const isRead = method === 'GET' || method === 'DELETE';
    const at = path.replace(':id', randomUUID()).replace(':code', 'GIFT').replace(':token', 'T');
    const query = isRead ? `?${new URLSearchParams({ ...example }).toString()}` : '';
    const answer = await browser.send(method, `${at}${query}`, isRead ? undefined : example, {
      'idempotency-key': randomUUID(),
    });
    const problem = problemBodySchema.safeParse(answer.body).data?.error;
    if (answer.status !== 503 || problem?.code !== 'not-ready' || problem.retry !== 'safe')
      found.push([name, answer.status, problem]);
  }
  expect(found).toEqual([]);
});

it('every route has an example of what it requires, and each example is valid', () => {
  const wrong = (Object.entries(endpoints) as [EndpointName, Endpoint][]).flatMap(([name, { request, query = {} }]) => {
    const example = EXAMPLES[name] ?? {};
    const schemas = request === null ? Object.entries(query).map(([field, schema]) => [field, schema] as const) : [];
    const isValid =
      (request?.safeParse(example).success ?? true) &&
      schemas.every(([field, schema]) => schema.safeParse(Reflect.get(example, field)).success);
    return isValid ? [] : [name];
  });
  expect(wrong, 'add a valid request to `examples` of the feature, or of the core in route-facts.ts').toEqual([]);
  expect(Object.keys(EXAMPLES).filter((name) => !(name in endpoints))).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
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
import { NO_BOOKS } from '../../features/closings/contract/books.ts';
import type { ManualClock } from '../../testing/clock.ts';
import { SQLITE } from '../../testing/databases/stores.ts';
import { createModelIssuer } from '../../testing/issuer/model-issuer.ts';
import { createAuthenticator } from '../../testing/rigs/authenticator.ts';
import { MANAGER_PIN, setUpShop } from '../../testing/rigs/people.ts';
import { createTestServer, SETUP_CODE, type TestServer } from '../../testing/test-server.ts';
import type { Schema } from '../platform/store/schema.ts';
import { StoreUnavailable } from '../platform/store/store-unavailable.ts';

const PERIOD = { from: '2030-01-14T00:00:00.000Z', to: '2030-01-15T00:00:00.000Z' };
const DAYS = { from: '2030-01-14', to: '2030-01-15' };
const REASON = 'a wrong amount';
const CODE = '1234567890';
/** One black row. */
const RASTER = { width: 384, rows: 1, dots: deflateRawSync(Buffer.alloc(48, 0xff)).toString('base64') };
const authenticator = createAuthenticator('http://till.test');
/** Valid bodies, so that every handler reaches its own queries. */
const BODIES: Partial<Record<EndpointName, unknown>> = {
  addWebhook: { url: 'https://1.1.1.1/hook', news: ['tender.taken'] },
  makeKey: { name: 'Register 1', scopes: ['check'] },
  postTender: { code: CODE, amount: 100, currency: 'SGD' },
  postRefund: { tenderId: randomUUID(), reason: REASON },
  setup: { code: SETUP_CODE, device: { name: 'Till 9' }, manager: { name: 'Ben', pin: MANAGER_PIN } },
  reportDevice: { version: '0', browser: 'Chrome', reads: null, clockErrorMs: 0, unsent: 0, locked: true },
  listBackups: { code: SETUP_CODE },
  uploadBackup: {
    code: SETUP_CODE,
    upload: '00000000-0000-4000-8000-000000000001',
    file: 'keys',
    offset: 0,
    data: 'QQ==',
    totalBytes: 1,
  },
  discardUpload: { code: SETUP_CODE },
  tryBackup: { code: SETUP_CODE, folder: '/backups' },
  restoreBackup: { code: SETUP_CODE, folder: '/backups', device: { name: 'Till 9' } },
  enrol: { code: 'ABCD-EFGH', name: 'Till 9' },
  readBadge: { code: 'B-ABCDEFGHJKMNPQRSTVWXYZABCDEFGH' },
  signIn: { personId: 'nobody', pin: MANAGER_PIN },
  passkeySignIn: authenticator.sign({ challenge: 'c', rpId: 'till.test' }),
  confirmWithPasskey: authenticator.sign({ challenge: 'c', rpId: 'till.test' }),
  confirmWithManager: { personId: 'nobody', pin: MANAGER_PIN },
  renamePasskey: { name: 'Till 9' },
  newPasskeyOptions: { pin: MANAGER_PIN },
  addPasskey: {
    name: 'Till 9',
    credential: authenticator.create({ challenge: 'c', rp: { id: 'till.test', name: 'Tillside' } }),
  },
  officeCodeOptions: { code: 'ABCD-EFGH' },
  enrolPasskey: {
    name: 'Till 9',
    credential: authenticator.create({ challenge: 'c', rp: { id: 'till.test', name: 'Tillside' } }),
  },
  speak: { language: 'fr' },
  check: { code: CODE },
  checkCard: { code: CODE },
  showSale: { saleId: randomUUID(), due: null, busy: false },
  connectDisplay: { code: 'ABCD-EFGH' },
  putTender: { code: CODE, amount: 100, currency: 'SGD' },
  remembered: { journal: 'j', wishes: [], heard: [], taken: [] },
  putRefund: { tenderId: randomUUID(), reason: REASON },
  addPerson: { name: 'Zoe', role: 'cashier', pin: '592807' },
  changePerson: { name: 'Zoe' },
  settleAttention: { action: 'close', reason: REASON },
  putActivation: { ranges: [{ start: '000101', end: '000102', count: 2 }] },
  deactivate: { range: 0, reason: REASON },
  putApproval: {
    personId: 'nobody',
    pin: MANAGER_PIN,
    wish: { kind: 'issue', order: { productCode: 'GIFT10', quantity: 1 } },
  },
  lookedAt: { key: 'reprints:2030-01-01:p1', note: REASON },
  askApproval: { wish: { kind: 'refund', refund: { tenderId: randomUUID(), reason: REASON } } },
  answerApproval: { approved: true },
  suspectScam: { wish: { kind: 'refund', refund: { tenderId: randomUUID(), reason: REASON } } },
  putHold: { operationId: randomUUID(), reason: REASON },
  putSettings: { pinAboveCards: 50 },
  visit: { shop: 'main' },
  putPrinter: {
    kind: 'network',
    name: 'Counter',
    host: '10.1.2.3',
    port: 9100,
    width: 80,
    cutter: true,
    drawer: false,
  },
  devicePrinter: { printerId: randomUUID() },
  putPrint: { what: 'receipt', subject: 'a redemption' },
  putPrintout: { printerId: randomUUID(), what: 'receipt', subject: null, raster: RASTER, drawer: false },
  printAgain: { id: randomUUID(), mark: RASTER },
  auditSearch: PERIOD,
  auditExport: PERIOD,
  putIssue: { productCode: 'GIFT10', quantity: 1 },
  issueStates: { from: 0 },
  printIssue: { print: randomUUID() },
  sendVoucher: { sending: randomUUID(), position: 0 },
  showVoucher: { showing: randomUUID(), position: 0 },
  searchTransactions: PERIOD,
  exportTransactions: PERIOD,
  transactionLines: PERIOD,
  transactionTotals: PERIOD,
  transactionDetail: { id: '1' },
  voucherTag: { code: CODE },
  addRegister: { origin: 'https://register.example', name: 'Bar' },
  putPayLink: { amount: 100, currency: 'SGD', reference: 'R-1', returnUrl: 'https://register.example/', state: '' },
  returnFromLink: { awaiting: [] },
  noteShift: { note: REASON },
  takeBackIssue: { reason: REASON },
  putBooks: NO_BOOKS,
  exportBooks: { ...DAYS, format: 'csv', currency: 'SGD', again: false },
  statement: { ...DAYS, till: null },
  exportStatement: { ...DAYS, till: null },
  exportChainClosings: DAYS,
  exportChainStatement: DAYS,
  ourLines: PERIOD,
  putLayout: { layout: 'Receipt;Amount', columns: { amount: 'Amount' } },
  putSaleReceipt: { receiptNo: 'R-1' },
  putSaleDue: { currency: 'SGD', due: 100, collected: null, revision: 1 },
  putMatchNote: { difference: 'R-1', note: REASON },
  story: { code: CODE },
  putClosing: { date: '2030-01-14', register: [{ currency: 'SGD', amount: 0 }] },
};
const QUERIES: Partial<Record<EndpointName, string>> = {
  cover: '?day=2030-01-14',
  bookedClosings: '?from=2030-01-14&to=2030-01-15',
  chainClosings: '?from=2030-01-14&to=2030-01-15',
  chainCovers: '?day=2030-01-14',
  shopCoverage: '?from=2030-01-14&to=2030-01-15',
  chainStatement: '?from=2030-01-14&to=2030-01-15',
};
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
]);

const ROUTES = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([name, { who }]) => !WITHOUT.has(name) && who !== 'office',
);
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

it('every route answers alike whether the database fails before or after authentication', async () => {
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
    const headers = { 'idempotency-key': randomUUID() };
    const at = path.replace(':id', randomUUID()).replace(':code', 'GIFT').replace(':token', 'T');
    const answer = await browser.send(method, `${at}${QUERIES[name] ?? ''}`, body, headers);
    const problem = problemBodySchema.safeParse(answer.body).data?.error;
    if (answer.status !== 503 || problem?.code !== 'not-ready' || problem.retry !== 'safe')
      found.push([name, answer.status, problem]);
  }
  expect(found).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/access/limits.ts';
import { problemBodySchema } from '../../contract/platform/problem.ts';
import { createModelIssuer } from '../../testing/issuer/model-issuer.ts';
import { addPerson, CASHIER_PIN, enrolDevice, MANAGER_PIN, setUpShop } from '../../testing/rigs/people.ts';
import {
  createTestServer,
  type ReadAnswer,
  SETUP_CODE,
  type TestBrowser,
  type TestServer,
} from '../../testing/test-server.ts';

/** Spendable, so no answer and no line of the log may ever repeat it. */
const REF = 'CANARY00REF1';
const TENDER = `/api/tenders/${randomUUID()}`;
const GOOD = {
  check: { code: REF },
  tender: { code: REF, amount: 2000, currency: 'SGD' },
  person: { name: 'Ben', role: 'cashier', pin: '730264' },
  setup: { code: SETUP_CODE, device: { name: 'Till 1' }, manager: { name: 'Mei', pin: MANAGER_PIN } },
};

/** A body that is sent unchanged, so that it may be invalid JSON. */
type Case = readonly [what: string, body: string | Uint8Array];
const json = (what: string, value: unknown): Case => [what, JSON.stringify(value)];

/** Bodies that no route with a JSON object can take; `good` is one that it would. */
function badShapes(good: object): Case[] {
  const text = JSON.stringify(good);
  const first = Object.keys(good)[0] ?? '';
  const extra = (member: string) => `${text.slice(0, -1)},${member}}`;
  return [
    ['nothing', ''],
    ['half of it', text.slice(0, -5)],
    ['two of them', text + text],
    ['single quotes', text.replaceAll('"', "'")],
    ['a form', `code=${REF}`],
    ['a page', `<html>${REF}</html>`],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('"}')]),
    ],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ...[null, true, 1, REF, [], [good], {}].map((value) =>
      json(`${JSON.stringify(value).slice(0, 12)} instead of an object`, value),
    ),
    ['more than any body', JSON.stringify({ ...good, [first]: REF.repeat(LIMITS.bodyBytesMax / REF.length + 1) })],
    ['thousands of arrays in each other', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['thousands of objects in each other', `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`],
    ['a field that nobody knows', extra(`"${REF}":1`)],
    ['a prototype', extra(`"__proto__":{"role":"manager"}`)],
    ['a constructor', extra(`"constructor":{"prototype":{"role":"manager"}}`)],
    ['a field in another spelling', text.replace(`"${first}"`, `"${first.toUpperCase()}"`)],
    ['a field twice, the last one bad', extra(`"${first}":null`)],
    ...Object.keys(good).map((field) => json(`no ${field}`, { ...good, [field]: undefined })),
    ...Object.keys(good).flatMap((field) =>
      wrongValues(field).map((value) => json(`${field} ${describeValue(value)}`, { ...good, [field]: value })),
    ),
  ];
}

/** Values that fit no field of any request. */
function wrongValues(field: string): unknown[] {
  const every = [null, true, [], [REF], {}, { $ne: null }, '', '\u0000', ' '];
  return field === 'amount' ? [...every, '2000'] : [...every, 12, 'x'.repeat(10_000)];
}

const describeValue = (value: unknown) => `as ${JSON.stringify(value).slice(0, 24)}`;

const badAmounts: Case[] = [
  '0',
  '-1',
  '-0',
  '0.5',
  '20.01',
  '1e-7',
  '1000000001',
  '9007199254740993',
  '1e21',
  '1e400',
  '-1e400',
  'NaN',
  'Infinity',
  '0x10',
  '007',
  '1_000',
].map((amount) => [`an amount of ${amount}`, `{"code":"${REF}","currency":"SGD","amount":${amount}}`]);
const badCurrencies = ['USD', 'sgd', 'SG', 'SGDX', 'S$', 'ＳＧＤ', 'SGD\n'].map((currency) =>
  json(`the currency ${JSON.stringify(currency)}`, { ...GOOD.tender, currency }),
);
const badTenders: Case[] = [
  ...badShapes(GOOD.tender),
  ...badAmounts,
  ...badCurrencies,
  json('money and items at once', { ...GOOD.tender, items: 1 }),
  ...[0, -1, 1.5, 1001, '1', null].map((items) => json(`${JSON.stringify(items)} items`, { code: REF, items })),
  ...['', 'x', TENDER, 1, null].map((saleId) => json(`the sale ${JSON.stringify(saleId)}`, { ...GOOD.tender, saleId })),
  ...['true', 1, null].map((returnVouchersInfo) =>
    json(`voucher details ${JSON.stringify(returnVouchersInfo)}`, { ...GOOD.tender, returnVouchersInfo }),
  ),
];
const badCodes = [
  'x'.repeat(10_000),
  `${REF}\ud800`,
  '\udc00\ud800',
  'abc',
  '_1234567890',
  '../../v1/transactions',
  "1' OR '1'='1",
  `<script>${REF}</script>`,
  `${REF}%00`,
  `${REF}?x=1`,
  `https://evil.example/${REF}`,
  'javascript:alert(1)',
  '\u202e\u200b\ufeff',
  '🎟️🎟️🎟️🎟️',
];

const badIds = [
  'x',
  '0',
  'null',
  '__proto__',
  'constructor',
  `${randomUUID()}0`,
  `${randomUUID()}%0a`,
  `${randomUUID()}%00`,
  `${randomUUID()}%2f..`,
  '%2e%2e%2fsession',
  '%ff',
  '%',
  '😀',
  'a'.repeat(65),
];

let server: TestServer;
/** Signed in as a cashier, and as a manager on another device. */
let till: TestBrowser;
let office: TestBrowser;

beforeAll(async () => {
  server = await createTestServer({
    issuer: (clock) => {
      const issuer = createModelIssuer({ clock });
      issuer.add(REF);
      return issuer;
    },
  });
  const shop = await setUpShop(server);
  office = shop.browser;
  till = await enrolDevice(server, office, 'Till 2');
  const personId = await addPerson(office, 'Ana', 'cashier', CASHIER_PIN);
  await till.send('POST', '/api/session', { personId, pin: CASHIER_PIN });
});
afterAll(() => server.close());

/** How many rows there are of whatever a request can write. */
async function rows() {
  const tables = ['tender', 'operation', 'fact', 'claim', 'person', 'device'] as const;
  const count = async (table: (typeof tables)[number]) => [
    table,
    (await server.db.selectFrom(table).selectAll().execute()).length,
  ];
  return Object.fromEntries(await Promise.all(tables.map(count)));
}

/**
 * Returns the faults of a refusal: it has to name the fault and if to retry, and must not repeat
 * the input.
 */
function flaws({ status, headers, body }: ReadAnswer): string[] {
  const parsed = problemBodySchema.safeParse(body);
  if (!parsed.success) return [`${status} without a problem`];
  const { error } = parsed.data;
  const text = JSON.stringify(body);
  const rules: [string, boolean][] = [
    [`status ${status}`, status >= 400 && status < 500],
    ['no words', /\w.*\.$/.test(error.message)],
    [`retry ${error.retry}`, error.retry === 'never'],
    ['another request id', error.requestId === headers.get('x-request-id')],
    ['an echo', !text.includes(REF) && text.length < 500],
  ];
  return rules.filter(([, holds]) => !holds).map(([flaw]) => flaw);
}

describe('a redemption', () => {
  it.each(badTenders)('is refused with %s', async (_, body) => {
    expect(flaws(await till.send('PUT', TENDER, body))).toEqual([]);
  });

  it.each(badCodes)('is refused with the code %j', async (code) => {
    expect(flaws(await till.send('PUT', TENDER, { ...GOOD.tender, code }))).toEqual([]);
  });

  it.each(badIds)('is refused under the id %j, which cannot be read or cancelled either', async (id) => {
    expect(flaws(await till.send('PUT', `/api/tenders/${id}`, GOOD.tender))).toEqual([]);
    expect(flaws(await till.send('GET', `/api/tenders/${id}`))).toEqual([]);
    expect(flaws(await till.send('DELETE', `/api/tenders/${id}`))).toEqual([]);
  });

  it.each(['/api/tenders/', '/api/tenders//', `${TENDER}/`, `${TENDER}/x`, '/api/tenders'])(
    'is not accepted at the address %s',
    async (path) => {
      expect(flaws(await till.send('PUT', path, GOOD.tender))).toEqual([]);
    },
  );
});

describe('a check', () => {
  it.each(badShapes(GOOD.check))('is refused with %s', async (_, body) => {
    expect(flaws(await till.send('POST', '/api/vouchers/check', body))).toEqual([]);
  });

  it.each(badCodes)('is refused for the code %j', async (code) => {
    expect(flaws(await till.send('POST', '/api/vouchers/check', { code }))).toEqual([]);
  });
});

describe('a new person', () => {
  it.each(badShapes(GOOD.person))('is refused with %s', async (_, body) => {
    expect(flaws(await office.send('POST', '/api/people', body))).toEqual([]);
  });

  it.each(['12345', '1234567', '１２３４５６', '123456', '000000', '-73026', '7302.4', '7 3 0 2', '730264\n'])(
    'is refused with the PIN %j',
    async (pin) => {
      expect(flaws(await office.send('POST', '/api/people', { ...GOOD.person, pin }))).toEqual([]);
    },
  );

  it.each(badIds)('cannot be created by changing an unknown person: %j', async (id) => {
    expect(flaws(await office.send('PATCH', `/api/people/${id}`, { name: 'Eve' }))).toEqual([]);
    expect(flaws(await office.send('DELETE', `/api/devices/${id}`))).toEqual([]);
  });
});

describe('a set-up', () => {
  let fresh: TestServer;
  beforeAll(async () => {
    fresh = await createTestServer();
  });
  afterAll(() => fresh.close());

  const nested = [
    json('a device without a name', { ...GOOD.setup, device: {} }),
    json('a manager with a role', { ...GOOD.setup, manager: { ...GOOD.setup.manager, role: 'manager' } }),
    json('a manager without a PIN', { ...GOOD.setup, manager: { name: 'Mei' } }),
    json('a manager with a PIN that is a number', { ...GOOD.setup, manager: { name: 'Mei', pin: 480316 } }),
    json('a name that turns the text around', { ...GOOD.setup, manager: { ...GOOD.setup.manager, name: 'Mei\u202e' } }),
  ];
  it.each([...badShapes(GOOD.setup), ...nested])('is refused with %s', async (_, body) => {
    expect(flaws(await fresh.browser().send('POST', '/api/setup', body))).toEqual([]);
  });

  it('still works after all refused attempts', async () => {
    expect((await fresh.browser().send('POST', '/api/setup', GOOD.setup)).status).toBe(201);
  });
});

it('refused input is not stored, and a valid redemption still succeeds', async () => {
  expect(await rows()).toEqual({ tender: 0, operation: 0, fact: 0, claim: 0, person: 2, device: 2 });
  const taken = await till.send('PUT', TENDER, GOOD.tender);
  expect([taken.status, taken.body]).toMatchObject([
    201,
    { state: 'captured', captured: { amount: 2000, currency: 'SGD' } },
  ]);
  expect((await till.send('PUT', TENDER, GOOD.tender)).status).toBe(200);
  expect(await rows()).toMatchObject({ tender: 1, claim: 1 });
  expect(server.logged.join('')).not.toContain(REF);
});

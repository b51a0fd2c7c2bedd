import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../contract/platform/endpoints.ts';
import type { CardRange } from '../../contract/redemption/activation-request.ts';
import { createModelIssuer, type ModelIssuer } from '../../testing/issuer/model-issuer.ts';
import { at, CASHIER_PIN, codeOf, setUpShop, signedIn } from '../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../testing/test-server.ts';

const STOCK_PIN = '730264';
let server: TestServer;
let issuer: ModelIssuer;
let mei: TestBrowser;
let sam: TestBrowser;
let ana: TestBrowser;

beforeAll(async () => {
  server = await createTestServer({
    issuer: (clock) => {
      issuer = createModelIssuer({ clock });
      return issuer;
    },
  });
  ({ browser: mei } = await setUpShop(server));
  sam = await signedIn(server, mei, { name: 'Sam', role: 'stock', pin: STOCK_PIN });
  ana = await signedIn(server, mei, { name: 'Ana', role: 'cashier', pin: CASHIER_PIN });
});
afterAll(() => server.close());

let cards = 1_000;
/** Ten cards that no test had before. */
function tenCards(): CardRange {
  cards += 10;
  return { start: String(cards), end: String(cards + 9), count: 10 };
}
const RANGES = { ranges: [tenCards()] };
const ORDER = { productCode: 'GIFT10', quantity: 2 };

describe('activations over HTTP', () => {
  const path = () => `/api/activations/${randomUUID()}`;

  it('are allowed for stock staff and managers', async () => {
    for (const browser of [sam, mei]) {
      const answer = await browser.send('PUT', path(), { ranges: [tenCards()] });
      expect(answer.status).toBe(201);
      expect(endpoints.putActivation.answer.safeParse(answer.body).success).toBe(true);
    }
    const refused = await ana.send('PUT', path(), RANGES);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'not-allowed']);
    expect(codeOf(await server.browser().send('PUT', path(), RANGES))).toBe('not-enrolled');
  });

  it('are created, read, stopped and resumed', async () => {
    const own = path();
    const ranges = [tenCards()];
    issuer.failNextRanges({ commit: 'never', answer: 'not-sent' });
    expect((await sam.send('PUT', own, { ranges })).status).toBe(201);
    expect((await sam.send('PUT', own, { ranges })).status).toBe(200);
    expect((await sam.send('POST', `${own}/stop`)).body).toMatchObject({ state: 'incomplete' });
    /* Without a body, as with an empty one. */
    expect((await sam.send('POST', `${own}/resume`)).body).toMatchObject({
      state: 'done',
      ranges: [{ state: 'done' }],
    });
    expect(codeOf(await sam.send('POST', `${own}/resume`, {}))).toBe('nothing-to-resume');
    expect((await sam.send('GET', own)).body).toMatchObject({ state: 'done', person: 'Sam' });
    expect(at((await sam.send('GET', '/api/activations')).body, '0')).toMatchObject({ ranges });
    expect((await ana.send('GET', own)).status).toBe(403);
  });

  it('report the position of an error in a list of ranges', async () => {
    const range = tenCards();
    const wrong = await sam.send('PUT', path(), { ranges: [{ ...range, count: 9 }] });
    expect([wrong.status, codeOf(wrong), at(wrong.body, 'error', 'details')]).toEqual([
      400,
      'bad-range',
      { field: 'ranges.0.count', range: 0 },
    ]);
    await sam.send('PUT', path(), { ranges: [range] });
    const taken = await mei.send('PUT', path(), { ranges: [{ ...range, end: range.start, count: 1 }] });
    expect([taken.status, codeOf(taken), at(taken.body, 'error', 'details', 'range')]).toEqual([
      409,
      'ranges-overlap',
      0,
    ]);
  });

  it.each([
    ['nothing', undefined],
    ['a list', []],
    ['a range that is text', { ranges: ['000101'] }],
    ['numbers', { ranges: [{ start: 101, end: 150, count: 50 }] }],
    ['half a card', { ranges: [{ start: '101', end: '101', count: 1.5 }] }],
    ['an unknown field', { ...RANGES, force: true }],
  ])('refuse %s without sending a request', async (_, body) => {
    const before = issuer.rangesTried().length;
    const answer = await sam.send('PUT', path(), body);
    expect([400, 403]).toContain(answer.status);
    expect(issuer.rangesTried()).toHaveLength(before);
  });

  it('require ids that are UUIDs', async () => {
    expect(codeOf(await sam.send('PUT', '/api/activations/first', RANGES))).toBe('bad-request');
  });
});

describe('issues over HTTP', () => {
  const path = () => `/api/issues/${randomUUID()}`;

  it('are allowed for cashiers and managers, who can also read the catalogue', async () => {
    expect((await ana.send('GET', '/api/products')).body).toMatchObject([{ code: 'GIFT10' }, { code: 'GIFTOPEN' }]);
    const answer = await ana.send('PUT', path(), ORDER);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(endpoints.putIssue.answer.safeParse(answer.body).success).toBe(true);
    for (const [method, of] of [
      ['PUT', path()],
      ['GET', '/api/products'],
    ] as const) {
      expect((await sam.send(method, of, method === 'PUT' ? ORDER : undefined)).status).toBe(403);
    }
  });

  it('are created, read, stopped and resumed by their author or a manager', async () => {
    const own = path();
    issuer.failNextIssues({ commit: 'now', answer: 'normal', only: 1 });
    expect((await ana.send('PUT', own, ORDER)).body).toMatchObject({ state: 'partly', remainder: 1 });
    expect((await ana.send('POST', `${own}/stop`)).body).toMatchObject({ state: 'partly' });
    expect((await mei.send('POST', `${own}/resume`)).body).toMatchObject({ state: 'done', vouchers: [{}, {}] });
    expect((await ana.send('PUT', own, ORDER)).status).toBe(200);
    expect((await ana.send('GET', own)).body).toMatchObject({ issued: 2 });
    expect(at((await ana.send('GET', '/api/issues')).body, '0')).toMatchObject({ issued: 2, state: 'done' });
    expect((await mei.send('GET', '/api/issues')).body).toEqual([]);
  });

  it('are read from the issuer and printed, once by their seller, and again by a manager with a reason', async () => {
    const own = path();
    await ana.send('PUT', own, ORDER);
    const states = await ana.send('POST', `${own}/states`, { from: 0 });
    expect(states.body).toMatchObject({ states: [{ position: 0, status: 'active' }, { position: 1 }] });
    const print = () => ({ print: randomUUID() });
    const paper = await ana.send('POST', `${own}/print`, print());
    expect([paper.status, endpoints.printIssue.answer.safeParse(paper.body).success]).toEqual([200, true]);
    expect(codeOf(await ana.send('POST', `${own}/print`, print()))).toBe('already-printed');
    expect(codeOf(await mei.send('POST', `${own}/print`, print()))).toBe('bad-request');
    const { vouchers } = endpoints.printIssue.answer.parse(paper.body);
    expect((await mei.send('POST', `${own}/print`, { ...print(), reason: 'Jammed' })).body).toEqual({
      vouchers: vouchers.map((voucher) => ({ ...voucher, isCopy: true })),
    });
    expect(endpoints.issue.answer.safeParse((await ana.send('GET', own)).body).success).toBe(true);
    const lastPrint = expect.objectContaining({ person: 'Mei' });
    expect((await mei.send('GET', '/api/issues?all=1')).body).toContainEqual(
      expect.objectContaining({ printed: 2, lastPrint }),
    );
    for (const [route, body] of [
      ['states', { from: 0 }],
      ['print', print()],
    ] as const) {
      expect((await sam.send('POST', `${own}/${route}`, body)).status).toBe(403);
      expect(codeOf(await ana.send('POST', `${own}/${route}`, { ...body, more: 1 }))).toBe('bad-request');
    }
  });

  it('belong to a product that can be read separately', async () => {
    expect((await ana.send('GET', '/api/products/GIFT10')).body).toMatchObject({
      code: 'GIFT10',
      worth: { amount: 1000 },
    });
    expect((await ana.send('GET', '/api/products/NOTHING')).status).toBe(404);
  });

  it.each([
    ['less than one dollar', { ...ORDER, productCode: 'GIFTOPEN', faceValue: 99 }],
    ['more than a thousand dollars', { ...ORDER, productCode: 'GIFTOPEN', faceValue: 100_001 }],
    ['no quantity', { productCode: 'GIFT10' }],
    ['none', { ...ORDER, quantity: 0 }],
    ['too many', { ...ORDER, quantity: 501 }],
    ['half a voucher', { ...ORDER, quantity: 1.5 }],
    ['a face value of zero', { ...ORDER, productCode: 'GIFTOPEN', faceValue: 0 }],
    ['a reference with a space', { ...ORDER, clientReference: 'order 1' }],
    ['a reference that is too long', { ...ORDER, clientReference: 'x'.repeat(51) }],
    ['a product without a code', { ...ORDER, productCode: '' }],
    ['an unknown field', { ...ORDER, price: 1 }],
  ])('refuse %s without placing an order', async (_, body) => {
    const before = issuer.ordersTried().length;
    const answer = await ana.send('PUT', path(), body);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'bad-request']);
    expect(issuer.ordersTried()).toHaveLength(before);
  });

  it('leave no voucher code in the log', async () => {
    await ana.send('PUT', path(), { ...ORDER, quantity: 45 });
    const log = server.logged.join('');
    expect(log).toContain('"kind":"issue"');
    for (const code of issuer.issuedCodes()) expect(log).not.toContain(code);
  });
});

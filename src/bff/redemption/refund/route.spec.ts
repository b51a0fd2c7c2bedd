import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attentionItemSchema } from '../../../contract/redemption/attention.ts';
import { refundViewSchema } from '../../../contract/redemption/refund.ts';
import { createModelIssuer, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { at, CASHIER_PIN, codeOf, setUpShop, signedIn, textAt } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

/** Spendable, so no answer and no line of the log may ever repeat it. */
const REF = 'CANARY00REF2';
let server: TestServer;
let issuer: ModelIssuer;
let office: TestBrowser;
let till: TestBrowser;
let store: TestBrowser;

beforeAll(async () => {
  server = await createTestServer({
    issuer: (clock) => {
      issuer = createModelIssuer({ clock });
      issuer.add(REF);
      return issuer;
    },
  });
  office = (await setUpShop(server)).browser;
  till = await signedIn(server, office, { name: 'Ana', role: 'cashier', pin: '730264' });
  store = await signedIn(server, office, { name: 'Sam', role: 'stock', pin: CASHIER_PIN });
});
afterAll(() => server.close());

async function redeemed(): Promise<string> {
  const taken = await till.send('PUT', `/api/tenders/${randomUUID()}`, { code: REF, amount: 100, currency: 'SGD' });
  expect(taken.status).toBe(201);
  await server.clock.advance(1_000);
  return textAt(taken.body, 'id');
}

describe('a refund over HTTP', () => {
  it('is created once and read again, and a repeat reports that it exists', async () => {
    const tenderId = await redeemed();
    const path = `/api/refunds/${randomUUID()}`;
    const made = await till.send('PUT', path, { tenderId, reason: '  wrong voucher ' });
    expect([made.status, refundViewSchema.parse(made.body)]).toMatchObject([
      201,
      { state: 'refunded', reason: 'wrong voucher' },
    ]);
    const again = await till.send('PUT', path, { tenderId, reason: 'wrong voucher' });
    expect([again.status, again.body]).toEqual([200, made.body]);
    expect((await office.send('GET', path)).body).toEqual(made.body);
    expect(codeOf(await till.send('PUT', path, { tenderId, reason: 'something else' }))).toBe('refund-mismatch');
  });

  it('is refused to callers without the right', async () => {
    const tenderId = await redeemed();
    const body = { tenderId, reason: 'wrong voucher' };
    const path = `/api/refunds/${randomUUID()}`;
    expect((await server.browser().send('PUT', path, body)).status).toBe(401);
    const stock = await store.send('PUT', path, body);
    expect([stock.status, codeOf(stock)]).toEqual([403, 'not-allowed']);
    await redeemed();
    const late = await till.send('PUT', path, body);
    expect([late.status, codeOf(late), at(late.body, 'error', 'retry')]).toEqual([403, 'undo-over', 'never']);
    expect((await office.send('PUT', path, body)).status).toBe(201);
    const over = await till.send('PUT', path.replace(/.$/, 'x'), body);
    expect([over.status, codeOf(over)]).toEqual([400, 'bad-request']);
  });

  it.each([
    ['no reason', { reason: undefined }],
    ['an empty reason', { reason: ' \t ' }],
    ['a reason that is too long', { reason: 'x'.repeat(301) }],
    ['a reason of two lines', { reason: 'a\nb' }],
    ['a reason with a control character', { reason: 'a\u0007b' }],
    ['a reason that reverses the text direction', { reason: 'a\u202eb' }],
    ['an amount', { amount: 100 }],
    ['no redemption', { tenderId: undefined }],
    ['a redemption that is not an id', { tenderId: REF }],
  ])('is refused with %s', async (_, change) => {
    const answer = await office.send('PUT', `/api/refunds/${randomUUID()}`, {
      tenderId: randomUUID(),
      reason: 'x',
      ...change,
    });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'bad-request']);
    expect(JSON.stringify(answer.body)).not.toContain(REF);
  });
});

describe('a case over HTTP', () => {
  it('is visible to managers only', async () => {
    for (const browser of [till, store]) {
      expect((await browser.send('GET', '/api/attention')).status).toBe(403);
      expect(
        (await browser.send('POST', `/api/attention/${randomUUID()}`, { action: 'close', reason: 'x' })).status,
      ).toBe(403);
    }
    expect((await office.send('GET', '/api/attention')).body).toEqual([]);
    const answer = await office.send('POST', `/api/attention/${randomUUID()}`, { action: 'close', reason: 'x' });
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not-found']);
  });

  it('is listed until it is settled, and a manager cannot simply declare a success', async () => {
    issuer.failNext({ commit: 'now', answer: 'lost', partial: 40 });
    const put = till.send('PUT', `/api/tenders/${randomUUID()}`, { code: REF, amount: 100, currency: 'SGD' });
    await server.clock.advance(30_000);
    const id = textAt((await put).body, 'id');
    const listed = await office.send('GET', '/api/attention');
    const [item] = (listed.body as unknown[]).map((one) => attentionItemSchema.parse(one));
    expect(item).toMatchObject({
      id,
      kind: 'unsettled',
      state: 'manager',
      person: 'Ana',
      candidates: [{ amount: 40 }],
    });
    const declared = await office.send('POST', `/api/attention/${id}`, { action: 'captured', reason: 'I say so' });
    expect(declared.status).toBe(400);
    const transactionId = item?.candidates[0]?.transactionId;
    const settled = await office.send('POST', `/api/attention/${id}`, {
      action: 'attach',
      reason: 'seen',
      transactionId,
    });
    expect([settled.status, settled.body]).toEqual([200, { item: null }]);
    expect((await office.send('GET', '/api/attention')).body).toEqual([]);
    expect((await till.send('GET', `/api/tenders/${id}`)).body).toMatchObject({
      state: 'attached',
      captured: { amount: 40 },
    });
    expect(JSON.stringify([listed.body, server.logged])).not.toContain(REF);
  });
});

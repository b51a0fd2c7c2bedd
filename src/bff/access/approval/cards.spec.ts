import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shopSettingsSchema } from '../../../contract/access/settings.ts';
import type { CardRange } from '../../../contract/redemption/activation-request.ts';
import { createModelIssuer, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { addPerson, at, codeOf, enrolDevice, setUpShop, signedIn } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

const PIN = '730264';
const WRONG = '951735';
let server: TestServer;
let issuer: ModelIssuer;
let mei: TestBrowser;
let sam: TestBrowser;
let personId: string;

beforeEach(async () => {
  server = await createTestServer({
    issuer: (clock) => {
      issuer = createModelIssuer({ clock });
      return issuer;
    },
  });
  ({ browser: mei } = await setUpShop(server));
  personId = await addPerson(mei, 'Sam', 'stock', PIN);
  sam = await enrolDevice(server, mei, 'Stock room');
  await sam.send('POST', '/api/session', { personId, pin: PIN });
});
afterEach(() => server.close());

/** A number of cards in two ranges. */
function boxOf(cards: number): CardRange[] {
  const half = Math.floor(cards / 2);
  const text = (number: number) => String(number).padStart(6, '0');
  return [
    { start: text(1), end: text(half), count: half },
    { start: text(half + 1), end: text(cards), count: cards - half },
  ];
}

const put = (ranges: CardRange[], pin?: string, id: string = randomUUID()) =>
  sam.send('PUT', `/api/activations/${id}`, { ranges, ...(pin !== undefined && { pin }) });

describe('many cards at a time', () => {
  it('can be sent to managers for approval by stock staff, but not by cashiers', async () => {
    const ana = await signedIn(server, mei, { name: 'Ana', role: 'cashier', pin: '592807' });
    const path = `/api/approvals/${randomUUID()}/asked`;
    const wish = { kind: 'activation', ranges: boxOf(2) };
    expect(codeOf(await ana.send('PUT', path, { wish }))).toBe('not-allowed');
    expect((await sam.send('PUT', path, { wish })).status).toBe(200);
    const tender = { code: '1234567890', amount: 6_000, currency: 'SGD' };
    expect(codeOf(await ana.send('PUT', path, { wish: { kind: 'tender', tender } }))).toBe('id-used');
    expect((await mei.send('GET', '/api/approvals')).body).toMatchObject([{ person: 'Sam', kind: 'activation' }]);
  });

  it('activating more than a hundred cards, over all ranges, needs the person’s own PIN', async () => {
    const refused = await put(boxOf(101));
    expect([refused.status, codeOf(refused)]).toEqual([403, 'pin-needed']);
    expect(issuer.rangesTried()).toEqual([]);
    expect((await put(boxOf(101), PIN)).status).toBe(201);
    expect((await put([{ start: '500001', end: '500100', count: 100 }])).status).toBe(201);
  });

  it('a wrong PIN does not activate cards, and counts together with wrong PINs at sign-in', async () => {
    const wrong = await put(boxOf(101), WRONG);
    expect([wrong.status, codeOf(wrong), at(wrong.body, 'error', 'details', 'attemptsLeft')]).toEqual([
      401,
      'wrong-pin',
      9,
    ]);
    const other = await sam.send('POST', '/api/session', { personId, pin: WRONG });
    expect(at(other.body, 'error', 'details', 'attemptsLeft')).toBe(8);
    expect(issuer.rangesTried()).toEqual([]);
  });

  it('the right PIN for cards neither adds to nor clears the wrong PINs of other people', async () => {
    for (let guess = 0; guess < 3; guess += 1)
      await mei.send('POST', '/api/session', { personId: 'nobody', pin: WRONG });
    expect((await put(boxOf(101), PIN)).status).toBe(201);
    const tally = await server.db
      .selectFrom('pin_guard')
      .select('failures')
      .where('subject', '=', 'shop:main')
      .execute();
    expect(tally).toEqual([{ failures: 3 }]);
  });

  it('repeating an activation that already exists needs no PIN and does not send it again', async () => {
    const id = randomUUID();
    expect((await put(boxOf(101), PIN, id)).status).toBe(201);
    expect((await put(boxOf(101), undefined, id)).status).toBe(200);
    expect(issuer.rangesTried()).toHaveLength(2);
  });

  it('overlapping ranges are refused, naming the cards, the person and the time', async () => {
    await put([{ start: '000010', end: '000019', count: 10 }]);
    const taken = await put([
      { start: '000001', end: '000009', count: 9 },
      { start: '000019', end: '000020', count: 2 },
    ]);
    expect([taken.status, codeOf(taken)]).toEqual([409, 'ranges-overlap']);
    expect(at(taken.body, 'error', 'details', 'overlaps')).toMatchObject([
      { range: 1, start: '000010', end: '000019', person: 'Sam' },
    ]);
  });
});

describe('the number above which a PIN is needed', () => {
  it('is changed by managers only, visible to stock staff, stored, and recorded in the trail', async () => {
    expect((await sam.send('GET', '/api/settings')).body).toMatchObject({ pinAboveCards: 100 });
    expect(codeOf(await sam.send('PUT', '/api/settings', { pinAboveCards: 5_000 }))).toBe('not-allowed');
    expect((await mei.send('PUT', '/api/settings', { pinAboveCards: 150 })).body).toMatchObject({ pinAboveCards: 150 });
    expect((await put(boxOf(101))).status).toBe(201);
    await mei.send('PUT', '/api/settings', { pinAboveCards: 5 });
    expect((await sam.send('GET', '/api/settings')).body).toMatchObject({ pinAboveCards: 5 });
    expect(codeOf(await put([{ start: '700001', end: '700006', count: 6 }]))).toBe('pin-needed');
    const trail = await server.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'settings.changed')
      .execute();
    expect(trail.map(({ details }): unknown => JSON.parse(details))).toEqual([
      { pinAboveCards: 150 },
      { pinAboveCards: 5 },
    ]);
  });

  it.each([0, 1.5, 50_001, '100', null])('is never %s', async (pinAboveCards) => {
    expect(codeOf(await mei.send('PUT', '/api/settings', { pinAboveCards }))).toBe('bad-request');
  });
});

describe('stock staff', () => {
  it('can check a card by its code, but cannot check a voucher at the till', async () => {
    issuer.add('6123450101', { amount: 5_000, currency: 'SGD' }, { status: 'inactive' });
    expect((await sam.send('POST', '/api/cards/check', { code: '6123450101' })).body).toMatchObject({
      status: 'inactive',
    });
    expect((await sam.send('POST', '/api/vouchers/check', { code: '6123450101' })).status).toBe(403);
  });

  it('cannot deactivate cards, but a manager can', async () => {
    const id = randomUUID();
    await put([{ start: '000101', end: '000110', count: 10 }], undefined, id);
    const body = { range: 0, reason: 'Wrong box' };
    expect((await sam.send('POST', `/api/activations/${id}/deactivate`, body)).status).toBe(403);
    expect(codeOf(await mei.send('POST', `/api/activations/${id}/deactivate`, { range: 0, reason: '' }))).toBe(
      'bad-request',
    );
    expect((await mei.send('POST', `/api/activations/${id}/deactivate`, body)).body).toMatchObject({
      ranges: [{ state: 'deactivated' }],
    });
  });
});

describe('a single card, if the shop requires the digits on it', () => {
  const one = (number: string) => [{ start: number, end: number, count: 1 }];
  const send = (ranges: CardRange[], more: object = {}) =>
    sam.send('PUT', `/api/activations/${randomUUID()}`, { ranges, ...more });

  it('is not activated without the digits, whether alone or in a list, unless the request states that the number was typed', async () => {
    expect((await send(one('000001'))).status).toBe(201);
    const { safeSale } = shopSettingsSchema.parse((await mei.send('GET', '/api/settings')).body);
    await mei.send('PUT', '/api/settings', { safeSale: { ...safeSale, lastFour: true } });
    expect(codeOf(await send(one('000002')))).toBe('last-four-needed');
    expect(codeOf(await send([...boxOf(4), ...one('000009')]))).toBe('last-four-needed');
    expect(codeOf(await send(one('000002'), { printed: '9999' }))).toBe('perhaps-tampered');
    expect(issuer.rangesTried()).toHaveLength(1);
    expect((await send(one('000002'), { printed: '0002' })).status).toBe(201);
    expect((await send(one('000003'), { numbersTyped: true })).status).toBe(201);
    expect((await send([{ start: '000010', end: '000012', count: 3 }])).status).toBe(201);
  });
});

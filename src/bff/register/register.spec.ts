import { createPrivateKey, createPublicKey, randomUUID, verify } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PayLink, publicKeysSchema } from '../../contract/register.ts';
import { createModelIssuer, type ModelIssuer } from '../../testing/model-issuer.ts';
import { setUpShop, signedIn } from '../../testing/people.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../testing/stores.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../testing/test-server.ts';
import { SHOP, TEST_KEYS } from '../../testing/till.ts';
import { createReturnKey } from './return-key.ts';

const ORIGIN = 'https://register.example';
const LINK: PayLink = { amount: 2340, currency: 'SGD', reference: 'R-1029', returnUrl: `${ORIGIN}/back?till=1`, state: 'a b&c' };
const [FIRST, SECOND] = ['1234567890', '2234567890'] as const;

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let server: TestServer;
  let issuer: ModelIssuer;
  let office: TestBrowser;
  let ana: TestBrowser;
  let registerId: string;

  beforeEach(async () => {
    store = await kind.open();
    server = await createTestServer({
      store,
      env: { SESSION_IDLE_MS: '3600000' },
      issuer: (clock) => {
        issuer = createModelIssuer({ clock });
        issuer.add(FIRST, { amount: 1000, currency: 'SGD' });
        issuer.add(SECOND, { amount: 5000, currency: 'SGD' });
        return issuer;
      },
    });
    office = (await setUpShop(server)).browser;
    ana = await signedIn(server, office, { name: 'Ana', role: 'cashier', pin: '730264' });
    const added = await office.send('POST', '/api/registers', { origin: `${ORIGIN}/`, name: 'Front register' });
    registerId = (added.body as { id: string }).id;
  });
  afterEach(() => server.close());

  const open = (link: PayLink = LINK, id: string = randomUUID()) => ana.send('PUT', `/api/pay-links/${id}`, link);
  async function opened(link: PayLink = LINK): Promise<string> {
    const { status, body } = await open(link);
    expect(status).toBe(201);
    return (body as { id: string }).id;
  }
  async function take(saleId: string, amount: number, code: string = FIRST) {
    const id = randomUUID();
    const tender = { code, amount, currency: 'SGD', saleId, receiptNo: LINK.reference, entry: 'camera' };
    const { body } = await ana.send('PUT', `/api/tenders/${id}`, tender);
    return { id, ...(body as { state: string }) };
  }
  /** Where the browser goes back to, with its signature checked against the public key. */
  async function back(saleId: string, awaiting: readonly string[] = []): Promise<Record<string, string>> {
    const { status, body } = await ana.send('POST', `/api/pay-links/${saleId}/return`, { awaiting });
    expect(status).toBe(200);
    const url = new URL((body as { url: string }).url);
    expect(`${url.origin}${url.pathname}`).toBe(`${ORIGIN}/back`);
    const { sig = '', ...said } = Object.fromEntries(url.searchParams);
    const { keys } = publicKeysSchema.parse((await server.browser().send('GET', '/.well-known/tillside.json')).body);
    const key = createPublicKey({ key: { ...keys[0] }, format: 'jwk' });
    const text = new URLSearchParams(Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1))).toString();
    expect(verify(null, Buffer.from(text), key, Buffer.from(sig, 'base64url'))).toBe(true);
    expect(verify(null, Buffer.from(text.replace('amount=', 'amount=9')), key, Buffer.from(sig, 'base64url'))).toBe(false);
    return said;
  }

  describe('a register that asks by link', () => {
    it('is told what was taken, and what is left to pay after each voucher', async () => {
      const sale = await opened();
      expect((await take(sale, 1000)).state).toBe('captured');
      const common = { till: '1', currency: 'SGD', reference: 'R-1029', state: 'a b&c', sale };
      expect(await back(sale)).toEqual({ ...common, status: 'taken', amount: '1000', left_to_pay: '1340' });
      expect((await take(sale, 1340, SECOND)).state).toBe('captured');
      expect(await back(sale)).toEqual({ ...common, status: 'taken', amount: '2340', left_to_pay: '0' });
      expect(JSON.stringify(await back(sale))).not.toContain(FIRST);
    });

    it('is told of nothing that was sent as cancelled, and of a refusal as not taken', async () => {
      const sale = await opened();
      expect(await back(sale)).toMatchObject({ status: 'cancelled', amount: '0', left_to_pay: '2340' });
      expect((await take(sale, 2340)).state).toBe('declined');
      expect(await back(sale)).toMatchObject({ status: 'not_taken', amount: '0', left_to_pay: '2340' });
    });

    it('is told unknown while a redemption is in flight, whatever else was taken', async () => {
      const sale = await opened();
      await take(sale, 1000);
      issuer.failNext({ commit: 'never', answer: 'lost' });
      const lost = take(sale, 500, SECOND);
      const told = async () => (await server.parts.journal.ofSale(SHOP, sale)).map(({ standing }) => standing.state);
      await expect.poll(told).toEqual(['captured', 'unknown']);
      expect(await back(sale)).toMatchObject({ status: 'unknown', amount: '1000', left_to_pay: '1340' });
      const settled = async () => {
        await server.clock.advance(10_000);
        return told();
      };
      await expect.poll(settled, { timeout: 15_000, interval: 20 }).toEqual(['captured', 'not_captured']);
      await lost;
      expect(await back(sale)).toMatchObject({ status: 'taken', amount: '1000', left_to_pay: '1340' });
    });

    it('is told unknown while the page waits for one that has not arrived', async () => {
      const sale = await opened();
      expect(await back(sale, [randomUUID()])).toMatchObject({ status: 'unknown' });
      const { id } = await take(sale, 1000);
      expect(await back(sale, [id])).toMatchObject({ status: 'taken' });
    });

    it('is told of what was given back as not taken', async () => {
      const sale = await opened();
      const { id } = await take(sale, 1000);
      await office.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId: id, reason: 'Wrong voucher' });
      expect(await back(sale)).toMatchObject({ status: 'not_taken', amount: '0', left_to_pay: '2340' });
    });

    it('has one sale however often the link is opened, until it is an old one', async () => {
      const sale = await opened();
      await take(sale, 1000);
      const again = await open();
      expect(again).toMatchObject({
        status: 200,
        body: { id: sale, tenders: [{ state: 'captured', last4: '7890', receiptNo: 'R-1029' }] },
      });
      expect((await open({ ...LINK, amount: 2341 })).body).not.toMatchObject({ id: sale });
      expect((await open({ ...LINK, state: 'other' })).body).not.toMatchObject({ id: sale });
      expect(await open({ ...LINK, amount: 1 }, sale)).toMatchObject({ status: 409, body: { error: { code: 'id-used' } } });
      const { device_id, person_id } = await store.db.selectFrom('pay_link').selectAll().where('id', '=', sale).executeTakeFirstOrThrow();
      const caller = { shop: SHOP, device: { id: device_id, name: '' }, person: { id: person_id, name: '', role: 'cashier' } } as const;
      await server.clock.advance(13 * 3_600_000);
      expect(await server.parts.payLinks.put(caller, randomUUID(), LINK)).toMatchObject({ isNew: true, view: { tenders: [] } });
    });

    it('begins one sale when a link is opened twice at once', async () => {
      const both = await Promise.all([open(), open()]);
      expect(new Set(both.map(({ body }) => (body as { id: string }).id)).size).toBe(1);
    });
  });

  describe('a link', () => {
    it.each([
      ['that leads to somebody else', { returnUrl: 'https://evil.example/back' }, 403, 'register-not-listed'],
      ['that leads to a host that begins alike', { returnUrl: 'https://register.example.evil.example/' }, 403, 'register-not-listed'],
      ['that leads to another port', { returnUrl: `${ORIGIN}:444/` }, 403, 'register-not-listed'],
      ['that is not encrypted', { returnUrl: 'http://register.example/back' }, 400, 'bad-register'],
      ['with a name and a password in it', { returnUrl: 'https://a:b@register.example/' }, 400, 'bad-register'],
      ['that would say for itself how it ended', { returnUrl: `${ORIGIN}/?status=taken` }, 400, 'bad-register'],
      ['in another currency', { currency: 'USD' }, 400, 'wrong-currency'],
      ['for a negative amount', { amount: -1 }, 400, 'bad-request'],
      ['with a number that is too long', { reference: 'x'.repeat(41) }, 400, 'bad-request'],
    ])('%s is refused', async (_, change, status, code) => {
      expect(await open({ ...LINK, ...change })).toMatchObject({ status, body: { error: { code } } });
      expect(await store.db.selectFrom('pay_link').select('id').execute()).toEqual([]);
    });

    it('leads nowhere once its register was taken off the list', async () => {
      const sale = await opened();
      expect((await office.send('DELETE', `/api/registers/${registerId}`)).status).toBe(204);
      const refused = { status: 403, body: { error: { code: 'register-not-listed' } } };
      expect(await ana.send('POST', `/api/pay-links/${sale}/return`, { awaiting: [] })).toMatchObject(refused);
      expect(await open()).toMatchObject(refused);
      expect(await office.send('DELETE', `/api/registers/${registerId}`)).toMatchObject({ status: 404 });
    });
  });

  it('only managers list registers, each once, and the trail says who did and what registers were told', async () => {
    expect((await ana.send('GET', '/api/registers')).status).toBe(403);
    expect((await ana.send('POST', '/api/registers', { origin: 'https://b.example', name: 'B' })).status).toBe(403);
    const again = await office.send('POST', '/api/registers', { origin: ORIGIN, name: 'Again' });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'register-listed' } } });
    expect((await office.send('POST', '/api/registers', { origin: 'http://b.example', name: 'B' })).status).toBe(400);
    expect((await office.send('GET', '/api/registers')).body).toMatchObject([{ origin: ORIGIN, name: 'Front register' }]);
    await back(await opened());
    await office.send('DELETE', `/api/registers/${registerId}`);
    const rows = await store.db
      .selectFrom('audit')
      .select(['action', 'details'])
      .where('action', 'like', 'register.%')
      .orderBy('seq')
      .execute();
    expect(rows.map(({ action, details }) => [action, JSON.parse(details) as unknown])).toEqual([
      ['register.listed', { name: 'Front register', origin: ORIGIN }],
      ['register.told', { status: 'cancelled', amount: 0, currency: 'SGD', receiptNo: 'R-1029', name: 'Front register' }],
      ['register.removed', { name: 'Front register', origin: ORIGIN }],
    ]);
  });

  it('every server of a database signs with one key, which lies there sealed', async () => {
    const mine = await createReturnKey({ db: store.db, keys: TEST_KEYS }).publicKeys();
    const other = store.another ? await store.another() : null;
    const theirs = await createReturnKey({ db: other?.db ?? store.db, keys: TEST_KEYS }).publicKeys();
    expect(theirs).toEqual(mine);
    await other?.close();
    const { value } = await store.db.selectFrom('setting').select('value').where('name', '=', 'return-key').executeTakeFirstOrThrow();
    const privateKey = Buffer.from(TEST_KEYS.open(value), 'base64');
    expect(
      createPublicKey({ key: { ...mine.keys[0] }, format: 'jwk' }).equals(
        createPublicKey(createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' })),
      ),
    ).toBe(true);
    expect(Buffer.from(value, 'base64url').includes(privateKey.subarray(-32))).toBe(false);
  });
});

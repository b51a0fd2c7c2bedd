import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSigningKey } from '../../../bff/platform/storage/signing-key.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createPayLinkRig, FIRST, LINK, ORIGIN, type PayLinkRig, SECOND } from '../../../testing/rigs/pay-link-rig.ts';
import { SHOP, TEST_KEYS } from '../../../testing/rigs/till.ts';

onStores([SQLITE, POSTGRES], (kind) => {
  let rig: PayLinkRig;
  let { server, store, office, ana, registerId, open, opened, take, back } = {} as PayLinkRig;
  beforeEach(async () => {
    rig = await createPayLinkRig(kind);
    ({ server, store, office, ana, registerId, open, opened, take, back } = rig);
  });
  afterEach(() => server.close());

  describe('a register that opens a link', () => {
    it('receives the total of all vouchers, and the amount left to pay', async () => {
      const sale = await opened();
      expect((await take(sale, 1000)).state).toBe('captured');
      expect((await take(sale, 1000, SECOND)).state).toBe('captured');
      const at = new Date(server.clock.now()).toISOString();
      const asked = { asked: '2340', currency: 'SGD', reference: 'R-1029', state: 'a b&c' };
      const common = { till: '1', ...asked, sale, till_shop: SHOP, at };
      expect(await back(sale)).toEqual({ ...common, status: 'taken', amount: '2000', left_to_pay: '340' });
      expect(JSON.stringify(await back(sale))).not.toContain(FIRST);
    });

    it('receives “cancelled” if nothing was sent, and “not_taken” after a refusal', async () => {
      const sale = await opened();
      expect(await back(sale)).toMatchObject({ status: 'cancelled', amount: '0', left_to_pay: '2340' });
      const next = await opened();
      expect((await take(next, 2340)).state).toBe('declined');
      expect(await back(next)).toMatchObject({ status: 'not_taken', amount: '0', left_to_pay: '2340' });
    });

    it('receives “unknown” while one redemption is in progress, even if others are complete', async () => {
      const sale = await opened();
      await take(sale, 1000);
      rig.issuer().failNext({ commit: 'never', answer: 'lost' });
      const lost = take(sale, 500, SECOND);
      const told = async () => (await server.parts.journal.ofSale(SHOP, sale)).map(({ status }) => status.state);
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

    it('receives “unknown” while the page waits for a redemption missing from the journal, until it is cancelled', async () => {
      const sale = await opened();
      expect(await back(sale, [randomUUID()])).toMatchObject({ status: 'unknown' });
      const away = randomUUID();
      const { id } = await take(sale, 1000);
      expect(await back(sale, [id, away])).toMatchObject({ status: 'unknown', amount: '1000' });
      expect((await ana.send('DELETE', `/api/tenders/${away}`)).status).toBe(200);
      expect(await back(sale, [id, away])).toMatchObject({ status: 'taken' });
    });

    it('receives “not_taken” after a refund', async () => {
      const sale = await opened();
      const { id } = await take(sale, 1000);
      await office.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId: id, reason: 'Wrong voucher' });
      expect(await back(sale)).toMatchObject({ status: 'not_taken', amount: '0', left_to_pay: '2340' });
    });

    it('continues the same sale each time the link is opened, until the link is old', async () => {
      const sale = await opened();
      await take(sale, 1000);
      const again = await open();
      expect(again).toMatchObject({
        status: 200,
        body: { id: sale, tenders: [{ state: 'captured', last4: '7890', receiptNo: 'R-1029' }] },
      });
      expect((await open({ ...LINK, amount: 2341 })).body).not.toMatchObject({ id: sale });
      expect((await open({ ...LINK, state: 'other' })).body).not.toMatchObject({ id: sale });
      expect(await open({ ...LINK, amount: 1 }, sale)).toMatchObject({
        status: 409,
        body: { error: { code: 'id-used' } },
      });
      const { device_id, person_id } = await store.db
        .selectFrom('pay_link')
        .selectAll()
        .where('id', '=', sale)
        .executeTakeFirstOrThrow();
      const caller = {
        shop: SHOP,
        device: { id: device_id, name: '' },
        person: { id: person_id, name: '', role: 'cashier' },
      } as const;
      await server.clock.advance(13 * 3_600_000);
      expect(await server.parts.payLinks.put(caller, randomUUID(), LINK)).toMatchObject({
        isNew: true,
        view: { tenders: [] },
      });
    });

    it('begins one sale when a link is opened twice at once', async () => {
      const both = await Promise.all([open(), open()]);
      expect(new Set(both.map(({ body }) => (body as { id: string }).id)).size).toBe(1);
    });
  });

  describe('a link', () => {
    it.each([
      ['that leads to another site', { returnUrl: 'https://evil.example/back' }, 403, 'register-not-listed'],
      [
        'that leads to a host with the same beginning',
        { returnUrl: 'https://register.example.evil.example/' },
        403,
        'register-not-listed',
      ],
      ['that leads to another port', { returnUrl: `${ORIGIN}:444/` }, 403, 'register-not-listed'],
      ['that would allow every host in a content policy', { returnUrl: 'https://*.example/' }, 400, 'bad-register'],
      ['that would end a content policy', { returnUrl: 'https://a.example;script-src/' }, 400, 'bad-register'],
      ['that is not encrypted', { returnUrl: 'http://register.example/back' }, 400, 'bad-register'],
      ['with a name and a password in it', { returnUrl: 'https://a:b@register.example/' }, 400, 'bad-register'],
      ['that would state its own result', { returnUrl: `${ORIGIN}/?status=taken` }, 400, 'bad-register'],
      ['in another currency', { currency: 'USD' }, 400, 'wrong-currency'],
      ['for a negative amount', { amount: -1 }, 400, 'bad-request'],
      ['with a number that is too long', { reference: 'x'.repeat(41) }, 400, 'bad-request'],
    ])('%s is refused', async (_, change, status, code) => {
      expect(await open({ ...LINK, ...change })).toMatchObject({ status, body: { error: { code } } });
      expect(await store.db.selectFrom('pay_link').select('id').execute()).toEqual([]);
    });

    it('is refused once its register has been removed from the list', async () => {
      const sale = await opened();
      expect((await office.send('DELETE', `/api/registers/${registerId}`)).status).toBe(204);
      const refused = { status: 403, body: { error: { code: 'register-not-listed' } } };
      expect(await ana.send('POST', `/api/pay-links/${sale}/return`, { awaiting: [] })).toMatchObject(refused);
      expect(await open()).toMatchObject(refused);
      expect(await office.send('DELETE', `/api/registers/${registerId}`)).toMatchObject({ status: 404 });
    });
  });

  it('only managers list registers, each once, and the trail records them and the results they received', async () => {
    expect((await ana.send('GET', '/api/registers')).status).toBe(403);
    expect((await ana.send('POST', '/api/registers', { origin: 'https://b.example', name: 'B' })).status).toBe(403);
    const again = await office.send('POST', '/api/registers', { origin: ORIGIN, name: 'Again' });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'register-listed' } } });
    expect((await office.send('POST', '/api/registers', { origin: 'http://b.example', name: 'B' })).status).toBe(400);
    expect((await office.send('GET', '/api/registers')).body).toMatchObject([
      { origin: ORIGIN, name: 'Front register' },
    ]);
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
      [
        'register.told',
        { status: 'cancelled', amount: 0, currency: 'SGD', receiptNo: 'R-1029', name: 'Front register' },
      ],
      ['register.removed', { name: 'Front register', origin: ORIGIN }],
    ]);
  });

  it('every server of a database signs with one key, which is stored encrypted', async () => {
    const mine = await createSigningKey({ db: store.db, keys: TEST_KEYS }).publicKeys();
    const other = store.another ? await store.another() : null;
    const theirs = await createSigningKey({ db: other?.db ?? store.db, keys: TEST_KEYS }).publicKeys();
    expect(theirs).toEqual(mine);
    await other?.close();
    const { value } = await store.db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'return-key')
      .executeTakeFirstOrThrow();
    const privateKey = Buffer.from(TEST_KEYS.open(value), 'base64');
    expect(
      createPublicKey({ key: { ...mine.keys[0] }, format: 'jwk' }).equals(
        createPublicKey(createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' })),
      ),
    ).toBe(true);
    expect(Buffer.from(value, 'base64url').includes(privateKey.subarray(-32))).toBe(false);
  });
});

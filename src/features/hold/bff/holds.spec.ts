import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refHash } from '../../../bff/redemption/journal/ref-hash.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { createModelIssuer, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { at, codeOf, setUpShop, signedIn, textAt } from '../../../testing/rigs/people.ts';
import { makeProgram } from '../../../testing/rigs/program.ts';
import { makeShop, shopNamed } from '../../../testing/rigs/shops.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

const REF = 'AB123456789';
const OTHER = '1234567891';
const REASON = 'Reported stolen';
const taking = { code: REF, amount: 1000, currency: 'SGD' };

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let server: TestServer;
  let issuer: ModelIssuer;
  let manager: TestBrowser;
  let ana: TestBrowser;
  beforeEach(async () => {
    store = await kind.open();
    server = await createTestServer({
      store,
      issuer(clock) {
        issuer = createModelIssuer({ clock });
        for (const ref of [REF, OTHER]) issuer.add(ref);
        return issuer;
      },
    });
    manager = (await setUpShop(server)).browser;
    ana = await signedIn(server, manager, { name: 'Ana', role: 'cashier', pin: '592807' });
  });
  afterEach(() => server.close());

  const put = (voucher: object = { code: REF }, id: string = randomUUID(), reason = REASON) =>
    manager.send('PUT', `/api/holds/${id}`, { ...voucher, reason });
  const letGo = (id: string) => manager.send('DELETE', `/api/holds/${id}`);
  const take = (body: object = taking, who: Pick<TestBrowser, 'send'> = ana) =>
    who.send('PUT', `/api/tenders/${randomUUID()}`, body);
  const list = async () => (await manager.send('GET', '/api/holds')).body;

  describe('a voucher on hold', () => {
    it('is refused at every till and to every key, in any spelling, until it is released', async () => {
      const program = await makeProgram(server, manager, { name: 'Web', scopes: ['check', 'redeem'] });
      const held = await put();
      expect(held).toMatchObject({ status: 200, body: { last4: '6789', reason: REASON, person: 'Mei', letGo: null } });
      const since = textAt(held.body, 'at');
      for (const answer of [
        await take(),
        await take({ ...taking, code: 'ab 123456789' }, manager),
        await take(taking, program),
        await program.send('POST', '/api/tenders', taking, { 'idempotency-key': 'one' }),
      ])
        expect(answer).toMatchObject({ status: 409, body: { error: { code: 'voucher-held', details: { since } } } });
      const checked = await program.send('POST', '/api/vouchers/check', { code: REF });
      expect(checked.body).toMatchObject({ held: { since }, status: 'active', refusal: { reason: 'held' } });
      expect((await take({ ...taking, code: OTHER })).status).toBe(201);
      expect(issuer.attempts()).toBe(1);
      expect((await letGo(textAt(held.body, 'id'))).status).toBe(204);
      expect((await ana.send('POST', '/api/vouchers/check', { code: REF })).body).toMatchObject({ held: null });
      expect((await take()).body).toMatchObject({ state: 'captured' });
    });

    it.each([
      ['main', 409],
      ['of another merchant', 201],
    ])(
      'is refused for a hold of a sister shop, suspended or not, but not of another account: %s',
      async (account, status) => {
        const sister = shopNamed('sister');
        await makeShop(store.db, sister, null, account);
        const person = await store.db
          .selectFrom('person')
          .select('id')
          .where('name', '=', 'Mei')
          .executeTakeFirstOrThrow();
        const voucher = {
          ref_hash: refHash(server.parts.keys, REF),
          last4: '6789',
          reason: REASON,
          person_id: person.id,
        };
        const hold = { id: randomUUID(), shop: sister, ...voucher, at: 1, let_go_by: null, let_go_at: null };
        await store.db.insertInto('hold').values(hold).execute();
        const checked = await ana.send('POST', '/api/vouchers/check', { code: REF });
        expect(checked.body).toMatchObject({ held: status === 409 ? { since: '1970-01-01T00:00:00.001Z' } : null });
        expect((await take()).status).toBe(status);
        await store.db.updateTable('shop').set({ suspended_at: 1 }).where('id', '=', sister).execute();
        expect((await take()).status).toBe(status);
        expect(await list()).toEqual([]);
        expect((await letGo(hold.id)).status).toBe(404);
        const own = await put();
        expect(own.status).toBe(200);
        await letGo(textAt(own.body, 'id'));
        expect((await take()).status).toBe(status);
        await store.db.updateTable('hold').set({ let_go_at: 2 }).where('id', '=', hold.id).execute();
        expect((await take()).status).toBe(201);
      },
    );

    it('leaves earlier redemptions unchanged, and names their till', async () => {
      issuer.failNext({ commit: 'now', answer: 'lost' });
      const id = randomUUID();
      const asked = ana.send('PUT', `/api/tenders/${id}`, taking);
      await expect.poll(() => issuer.attempts()).toBe(1);
      expect((await put()).body).toMatchObject({ open: { device: 'Ana’s till' } });
      expect(await list()).toMatchObject([{ open: { device: 'Ana’s till' } }]);
      await server.clock.advance(6_000);
      await asked;
      /* Waits without losing the session. */
      const settled = async () => {
        await server.clock.advance(5_000);
        return at((await manager.send('POST', '/api/vouchers/check', { code: REF })).body, 'open');
      };
      await expect.poll(settled, { timeout: 20_000 }).toBeNull();
      expect((await manager.send('GET', `/api/tenders/${id}`)).body).toMatchObject({ state: 'captured' });
      expect(await list()).toMatchObject([{ open: null }]);
      expect(codeOf(await take(taking, manager))).toBe('voucher-held');
    });

    it('still allows refunds to the voucher', async () => {
      const id = textAt((await take()).body, 'id');
      await put();
      const back = await manager.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId: id, reason: 'returned' });
      expect(back.body).toMatchObject({ state: 'refunded' });
    });
  });

  describe('a hold', () => {
    it('can be placed for an operation, without the code of the voucher', async () => {
      const operationId = textAt((await take()).body, 'id');
      expect((await put({ operationId })).body).toMatchObject({ last4: '6789' });
      expect(codeOf(await take())).toBe('voucher-held');
      expect((await put({ operationId: randomUUID() })).status).toBe(404);
      expect((await put({ transactionId: 'none' })).status).toBe(404);
    });

    it('is unique for each id and each voucher, and can be placed again after a release', async () => {
      const id = randomUUID();
      const first = await put({ code: REF }, id);
      expect(await put({ code: REF }, id)).toEqual({ ...first, headers: expect.anything() });
      expect(codeOf(await put({ code: REF }, id, 'Other reason'))).toBe('id-used');
      expect(codeOf(await put({ code: OTHER }, id))).toBe('id-used');
      expect(await put()).toMatchObject({ status: 409, body: { error: { code: 'voucher-held' } } });
      await letGo(id);
      expect((await letGo(id)).status).toBe(204);
      expect((await letGo(randomUUID())).status).toBe(404);
      expect((await put()).status).toBe(200);
      expect(await list()).toMatchObject([{ letGo: null }, { id, letGo: { person: 'Mei' } }]);
    });

    it('is placed once if several are requested at the same time', async () => {
      const all = await Promise.all(Array.from({ length: 8 }, () => put()));
      expect(all.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
        200,
        ...Array.from({ length: 7 }, () => 409),
      ]);
      expect(await list()).toHaveLength(1);
    });

    it('names exactly one voucher known to the issuer, or any voucher while the issuer is silent', async () => {
      for (const voucher of [{}, { code: REF, operationId: randomUUID() }, { code: '<b>' }])
        expect((await put(voucher)).status).toBe(400);
      expect(codeOf(await put({ code: '5555555555' }))).toBe('bad-code');
      issuer.silent = true;
      expect((await put({ code: '1234567899' })).status).toBe(200);
    });

    it('is available to managers only, and not to keys', async () => {
      const program = await makeProgram(server, manager, { name: 'Web', scopes: ['check', 'redeem', 'read'] });
      const id = textAt((await put()).body, 'id');
      for (const who of [ana, program]) {
        expect((await who.send('GET', '/api/holds')).status).toBe(403);
        expect((await who.send('PUT', `/api/holds/${randomUUID()}`, { code: OTHER, reason: REASON })).status).toBe(403);
        expect((await who.send('DELETE', `/api/holds/${id}`)).status).toBe(403);
      }
    });

    it('stores no ref, and its start and end are in the trail with person and reason', async () => {
      const id = textAt((await put()).body, 'id');
      await letGo(id);
      const rows = await store.db.selectFrom('hold').selectAll().execute();
      const now = server.clock.now();
      const period = { from: new Date(now - 60_000).toISOString(), to: new Date(now + 60_000).toISOString() };
      const trail = (await manager.send('POST', '/api/audit/search', { ...period, kind: 'redemptions' })).body;
      expect(at(trail, 'lines')).toMatchObject([
        { action: 'hold.let-go', subject: id, details: { last4: '6789' }, person: { name: 'Mei' } },
        { action: 'hold.put', subject: id, details: { last4: '6789', reason: REASON }, person: { name: 'Mei' } },
      ]);
      expect(JSON.stringify([rows, trail, await list(), server.logged])).not.toContain(REF);
    });
  });
});

onStores([POSTGRES], ({ open }) => {
  it('a hold on one server is enforced by another at once', async () => {
    const store = await open();
    if (!store.another) throw new Error('PostgreSQL takes several servers');
    const first = await createTestServer({ store });
    const second = await createTestServer({
      store: await store.another(),
      issuer(clock) {
        const issuer = createModelIssuer({ clock });
        issuer.add(REF);
        return issuer;
      },
    });
    const { browser } = await setUpShop(first);
    const elsewhere = (method: string, path: string, body?: unknown) =>
      second.browser().send(method, path, body, { cookie: browser.cookieHeader() });
    const operationId = textAt((await elsewhere('PUT', `/api/tenders/${randomUUID()}`, taking)).body, 'id');
    const held = await browser.send('PUT', `/api/holds/${randomUUID()}`, { operationId, reason: REASON });
    expect(held.status).toBe(200);
    const refused = await Promise.all(
      Array.from({ length: 20 }, () => elsewhere('PUT', `/api/tenders/${randomUUID()}`, taking)),
    );
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['voucher-held']));
    expect((await elsewhere('POST', '/api/vouchers/check', { code: REF })).body).toMatchObject({
      refusal: { reason: 'held' },
    });
    await second.close();
    await first.close();
  });
});

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { money } from '../../../contract/money/money.ts';
import type { AttentionItem } from '../../../contract/redemption/attention.ts';
import { entrySchema } from '../../../contract/redemption/sale-facts.ts';
import { captureFact, createTestJournals, NO_BASELINE, newTender } from '../../../testing/databases/journal-kit.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { createModelIssuer, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import {
  addPerson,
  codeOf,
  enrolDevice,
  MANAGER_PIN,
  setUpShop,
  signedIn,
  textAt,
} from '../../../testing/rigs/people.ts';
import { makeProgram } from '../../../testing/rigs/program.ts';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { seedPeople } from '../../../testing/rigs/till.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

const REF = '1234567890';
const PIN = '592807';
const OTHER_PIN = '481053';

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let server: TestServer;
  let issuer: ModelIssuer;
  let mei: TestBrowser;
  let meiId: string;
  let ana: TestBrowser;
  beforeEach(async () => {
    const made = (clock: TestServer['clock']) => (issuer = createModelIssuer({ clock }));
    store = await kind.open();
    server = await createTestServer({ issuer: made, store });
    issuer.add(REF, { amount: 100_000, currency: 'SGD' });
    ({ browser: mei, managerId: meiId } = await setUpShop(server));
    ana = await signedIn(server, mei, { name: 'Ana', role: 'cashier', pin: PIN });
  });
  afterEach(() => server.close());

  const limit = async (saleLimits: object) => {
    expect((await mei.send('PUT', '/api/settings', { saleLimits })).status).toBe(200);
    await server.clock.advance(1_100);
  };
  const tender = (amount: number, more: object = {}) => ({ code: REF, amount, currency: 'SGD', ...more });
  const typed = (amount: number) => tender(amount, { entry: 'typed' });
  const take = (body: object, { by = ana, id = randomUUID() } = {}) => by.send('PUT', `/api/tenders/${id}`, body);
  const approve = (id: string, wish: object, { by = ana, personId = meiId, pin = MANAGER_PIN } = {}) =>
    by.send('PUT', `/api/approvals/${id}`, { personId, pin, wish });
  const takenAtIssuer = () => issuer.ledger().reduce((sum, { amount }) => sum + amount, 0);
  const otherManager = () => addPerson(mei, 'Lim', 'manager', OTHER_PIN);

  describe('a case refunded by a manager', () => {
    it('waits on the list for an approval above the limit, and is refunded after it', async () => {
      await limit({ refund: { above: 1_000, way: 'manager' } });
      issuer.failNext({ commit: 'now', answer: 'lost', partial: 1_500 });
      const id = randomUUID();
      const sent = take(tender(2_000), { id }).then(() => 'answered');
      const answered = async () => {
        await server.clock.advance(1_000);
        return Promise.race([sent, Promise.resolve('waiting')]);
      };
      await expect.poll(answered, { timeout: 15_000, interval: 20 }).toBe('answered');
      const open = async () => {
        await server.clock.advance(10_000);
        return (await mei.send('GET', '/api/attention')).body as AttentionItem[];
      };
      await expect.poll(open, { timeout: 15_000, interval: 20 }).toMatchObject([{ id, state: 'manager' }]);
      const [item] = await open();
      const [refundId, reason] = [randomUUID(), 'Paid otherwise'];
      const transactionId = item?.candidates[0]?.transactionId;
      const settle = (more: object = {}) =>
        mei.send('POST', `/api/attention/${id}`, { action: 'refund', reason, transactionId, refundId, ...more });
      expect(codeOf(await settle())).toBe('approval-needed');
      expect(await open()).toMatchObject([{ id, state: 'manager' }]);
      await approve(refundId, { kind: 'refund', refund: { tenderId: id, reason } }, { by: mei });
      expect(codeOf(await settle({ refundId: randomUUID() }))).toBe('approval-needed');
      expect(await settle()).toMatchObject({ status: 200, body: { item: null } });
      expect(issuer.refundsCalled()).toHaveLength(1);
      expect(await open()).toEqual([]);
    });
  });

  describe('a redemption', () => {
    it('typed by hand needs a manager above the limit, for this redemption once, and the trail names both people', async () => {
      await limit({ typed: { above: 5_000, way: 'manager' } });
      const id = randomUUID();
      expect((await take(typed(5_000))).status).toBe(201);
      expect((await take(tender(6_000, { entry: 'camera' }))).status).toBe(201);
      expect(codeOf(await take(typed(5_001), { id }))).toBe('approval-needed');
      await approve(id, { kind: 'tender', tender: typed(5_001) });
      expect(codeOf(await take(typed(5_002), { id }))).toBe('approval-needed');
      expect((await take(typed(5_001), { id })).body).toMatchObject({ state: 'captured', person: 'Ana' });
      expect((await take(typed(5_001), { id })).status).toBe(200);
      expect(codeOf(await take(typed(5_001)))).toBe('approval-needed');
      const lines = server.db
        .selectFrom('audit')
        .select(['person_id', 'details'])
        .where('action', '=', 'tender.approved');
      const [line] = await lines.execute();
      expect(line?.person_id).toBe(meiId);
      expect(JSON.parse(line?.details ?? '')).toEqual({ amount: 5_001, currency: 'SGD', for: 'Ana' });
      expect(takenAtIssuer()).toBe(5_000 + 6_000 + 5_001);
    });

    it('counts as typed if no device read its code, whatever entry method the request states', async () => {
      await limit({ typed: { above: 0, way: 'manager' } });
      const passed: string[] = [];
      for (const entry of [...Object.keys(entrySchema.def.entries), null]) {
        const answer = await take(tender(100, entry === null ? {} : { entry }));
        if (answer.status === 201) passed.push(entry ?? 'none');
        else expect(codeOf(answer)).toBe('approval-needed');
      }
      expect(passed).toEqual(['camera', 'wedge', 'hid', 'serial', 'picture']);
    });

    it('cannot be started by one manager alone if it needs a second person', async () => {
      await limit({ typed: { above: 0, way: 'second-person' } });
      const lim = await otherManager();
      const id = randomUUID();
      const wish = { kind: 'tender', tender: typed(100) };
      await approve(id, wish, { by: mei });
      expect(codeOf(await take(typed(100), { by: mei, id }))).toBe('second-person');
      await approve(id, wish, { by: mei, personId: lim, pin: OTHER_PIN });
      expect((await take(typed(100), { by: mei, id })).status).toBe(201);
    });

    it('is refused above a “never” limit, with or without an approval', async () => {
      await limit({ typed: { above: 100, way: 'never' } });
      const id = randomUUID();
      await approve(id, { kind: 'tender', tender: typed(101) });
      expect(codeOf(await take(typed(101), { id }))).toBe('limit-passed');
      expect(takenAtIssuer()).toBe(0);
    });

    it('counts towards the voucher’s daily limit, by till or program, unless it failed or was refunded', async () => {
      await limit({ 'voucher-day': { above: 300, way: 'manager' } });
      const program = await makeProgram(server, mei, { name: 'Register', scopes: ['redeem'] });
      const first = textAt((await take(tender(200))).body, 'id');
      expect((await program.send('PUT', `/api/tenders/${randomUUID()}`, tender(100))).status).toBe(201);
      expect(codeOf(await program.send('PUT', `/api/tenders/${randomUUID()}`, tender(1)))).toBe('over-limit');
      expect(codeOf(await take(tender(1)))).toBe('approval-needed');
      await mei.send('PUT', `/api/refunds/${randomUUID()}`, { tenderId: first, reason: 'returned' });
      expect((await take(tender(200))).status).toBe(201);
      await server.clock.advance(24 * 3_600_000);
      const signedInAnew = await ana.send('POST', '/api/session', { personId: await idOf('Ana'), pin: PIN });
      expect(signedInAnew.status).toBe(200);
      expect((await take(tender(300))).status).toBe(201);
    });

    it.each([
      ['main', 403],
      ['of another merchant', 201],
    ])('counts towards the voucher’s limit in all shops of the account: %s', async (account, status) => {
      await limit({ 'voucher-day': { above: 300, way: 'never' } });
      const sister = shopNamed('sister');
      await seedPeople(store.db, sister, account);
      const { tenders } = createTestJournals(store, server.clock);
      const begun = await tenders.begin(newTender(sister, { ref: REF, requested: money(200, 'SGD') }), NO_BASELINE);
      if (begun.outcome !== 'new') throw new Error(begun.outcome);
      await tenders.capture(begun.record, captureFact('c-1'));
      expect((await take(tender(101))).status).toBe(status);
      expect((await take(tender(100))).status).toBe(201);
    });

    it('counts towards the voucher’s limit until the shop’s next day begins', async () => {
      await limit({ 'voucher-day': { above: 300, way: 'manager' } });
      await mei.send('PUT', '/api/settings', { dayBegins: '04:00' });
      const program = await makeProgram(server, mei, { name: 'Register', scopes: ['redeem'] });
      const ask = (amount: number) => program.send('PUT', `/api/tenders/${randomUUID()}`, tender(amount));
      expect((await ask(200)).status).toBe(201);
      /* 00:30 */
      await server.clock.advance(7.5 * 3_600_000);
      expect(codeOf(await ask(101))).toBe('over-limit');
      await server.clock.advance(4 * 3_600_000);
      expect((await ask(300)).status).toBe(201);
    });
  });

  it('a refund above a limit needs a different manager, and refunding one’s own redemption has its own limit', async () => {
    await limit({
      refund: { above: 1_000, way: 'second-person' },
      'own-refund': { above: 0, way: 'manager' },
    });
    const lim = await otherManager();
    const tenderId = textAt((await take(tender(2_000))).body, 'id');
    const asked = { tenderId, reason: 'returned' };
    const id = randomUUID();
    const back = (body: object, by: TestBrowser, of: string = randomUUID()) =>
      by.send('PUT', `/api/refunds/${of}`, body);
    expect(codeOf(await back(asked, mei, id))).toBe('approval-needed');
    await approve(id, { kind: 'refund', refund: asked }, { by: mei });
    expect(codeOf(await back(asked, mei, id))).toBe('second-person');
    await approve(id, { kind: 'refund', refund: asked }, { by: mei, personId: lim, pin: OTHER_PIN });
    expect((await back(asked, mei, id)).body).toMatchObject({ state: 'refunded', person: 'Mei' });
    const own = textAt((await take(tender(500))).body, 'id');
    expect(codeOf(await back({ tenderId: own, reason: 'returned' }, ana))).toBe('approval-needed');
    expect((await back({ tenderId: own, reason: 'returned' }, mei)).status).toBe(201);
  });

  it('a sale of vouchers has three limits besides the hourly ceilings', async () => {
    await limit({
      card: { above: 10_000, way: 'never' },
      order: { above: 20_000, way: 'second-person' },
      vouchers: { above: 3, way: 'manager' },
    });
    const lim = await otherManager();
    const order = (quantity: number, faceValue: number) => ({ productCode: 'GIFTOPEN', quantity, faceValue });
    const sell = (wanted: object, by = ana, id: string = randomUUID()) => by.send('PUT', `/api/issues/${id}`, wanted);
    expect((await sell(order(2, 10_000))).status).toBe(201);
    expect(codeOf(await sell(order(1, 10_001)))).toBe('limit-passed');
    expect(codeOf(await sell(order(4, 1_000)))).toBe('approval-needed');
    const id = randomUUID();
    const large = order(3, 9_000);
    await approve(id, { kind: 'issue', order: large }, { by: mei });
    expect(codeOf(await sell(large, mei, id))).toBe('second-person');
    await approve(id, { kind: 'issue', order: large }, { by: mei, personId: lim, pin: OTHER_PIN });
    expect((await sell(large, mei, id)).status).toBe(201);
    expect(issuer.ordersTried()).toHaveLength(2);
  });

  it('reprinting or resending vouchers above a limit needs another manager, but the first print does not', async () => {
    await limit({ reprint: { above: 0, way: 'second-person' } });
    const lim = await otherManager();
    const id = randomUUID();
    await mei.send('PUT', `/api/issues/${id}`, { productCode: 'GIFTOPEN', quantity: 2, faceValue: 1_000 });
    const print = (more: object) => mei.send('POST', `/api/issues/${id}/print`, { print: randomUUID(), ...more });
    const again = { reason: 'paper jam' };
    expect((await print({})).status).toBe(200);
    expect(codeOf(await print(again))).toBe('approval-needed');
    await approve(id, { kind: 'reprint', vouchers: 1 }, { by: mei, personId: lim, pin: OTHER_PIN });
    expect(codeOf(await print(again))).toBe('approval-needed');
    const send = { sending: randomUUID(), position: 0, ...again };
    expect((await mei.send('POST', `/api/issues/${id}/send`, send)).status).toBe(200);
    await approve(id, { kind: 'reprint', vouchers: 2 }, { by: mei });
    expect(codeOf(await print(again))).toBe('second-person');
    await approve(id, { kind: 'reprint', vouchers: 2 }, { by: mei, personId: lim, pin: OTHER_PIN });
    expect((await print(again)).status).toBe(200);
    const lines = server.db.selectFrom('audit').select('action').where('action', 'like', 'voucher.%').orderBy('seq');
    expect(await lines.execute()).toEqual([{ action: 'voucher.sent-again' }, { action: 'voucher.reprinted' }]);
  });

  async function idOf(name: string): Promise<string> {
    const { id } = await server.db.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow();
    return id;
  }
});

onStores([SQLITE, POSTGRES], ({ open }) => {
  it('two hundred simultaneous redemptions of one voucher, on all servers, never exceed its daily limit', async () => {
    const store = await open();
    let issuer!: ModelIssuer;
    const first = await createTestServer({ issuer: (clock) => (issuer = createModelIssuer({ clock })), store });
    const another = await store.another?.();
    const second = another === undefined ? first : await createTestServer({ issuer: () => issuer, store: another });
    issuer.add(REF, { amount: 100_000, currency: 'SGD' });
    const { browser: mei, managerId } = await setUpShop(first);
    await mei.send('PUT', '/api/settings', { saleLimits: { 'voucher-day': { above: 1_000, way: 'manager' } } });
    const cookies: string[] = [];
    for (const name of ['Till 2', 'Till 3', 'Till 4', 'Till 5']) {
      const till = await enrolDevice(first, mei, name);
      await till.send('POST', '/api/session', { personId: managerId, pin: MANAGER_PIN });
      cookies.push(till.cookieHeader());
    }
    const elsewhere = second.browser();
    const codes = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const body = { code: REF, amount: 90, currency: 'SGD' };
        const by = index % 2 === 0 ? first.browser() : elsewhere;
        const cookie = cookies[index % cookies.length] ?? '';
        for (;;) {
          const answer = await by.send('PUT', `/api/tenders/${randomUUID()}`, body, { cookie });
          /* A busy machine may refuse some for now. */
          const isForNow = codeOf(answer) === 'voucher-open' || answer.status === 429 || answer.status === 503;
          if (!isForNow) return codeOf(answer);
        }
      }),
    );
    expect(codes.filter((code) => code === 'approval-needed')).toHaveLength(200 - 11);
    expect(issuer.ledger().filter(({ captureId }) => captureId !== null)).toHaveLength(11);
    if (second !== first) await second.close();
    await first.close();
  });
});

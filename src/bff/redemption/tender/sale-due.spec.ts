import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { storedSaleDueSchema } from '../../../contract/redemption/sale.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { createModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { enrolDevice, setUpShop, signedIn } from '../../../testing/rigs/people.ts';
import { makeShop, shopNamed } from '../../../testing/rigs/shops.ts';
import { ANA } from '../../../testing/rigs/till.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import { createGapStore } from '../../platform/store/journal-gaps.ts';

const REF = '1234567890';
const BEN = { name: 'Ben', role: 'cashier', pin: '482913' } as const;

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let server: TestServer;
  let office: TestBrowser;
  let ana: TestBrowser;
  let sale: string;

  beforeEach(async () => {
    store = await kind.open();
    server = await createTestServer({
      store,
      issuer: (clock) => {
        const issuer = createModelIssuer({ clock });
        issuer.add(REF, { amount: 50_000, currency: 'SGD' });
        return issuer;
      },
    });
    office = (await setUpShop(server)).browser;
    ana = await signedIn(server, office, { name: 'Ana', role: 'cashier', pin: '730264' });
    sale = randomUUID();
    await redeem(sale);
  });
  afterEach(() => server.close());

  const redeem = (saleId: string) =>
    ana.send('PUT', `/api/tenders/${randomUUID()}`, { code: REF, amount: 5_000, currency: 'SGD', saleId });
  const report = (revision: number, due: number, collected: number | null = null) => ({
    currency: 'SGD',
    due,
    collected,
    revision,
  });
  const put = (body: object, { who = ana, id = sale } = {}) => who.send('PUT', `/api/sales/${id}/due`, body);
  const reported = async (id = sale, who = ana) =>
    ((await who.send('GET', `/api/sales/${id}`)).body as { reported: unknown }).reported;
  const entries = async () => {
    const now = server.clock.now();
    const period = { from: new Date(now - 3_600_000).toISOString(), to: new Date(now + 60_000).toISOString() };
    const { body } = await office.send('POST', '/api/audit/search', { ...period, kind: 'redemptions' });
    return (body as { lines: { action: string; details: object }[] }).lines
      .filter(({ action }) => action === 'sale.due')
      .map(({ details }) => details)
      .toReversed();
  };

  it('the amount due is returned only with its own sale', async () => {
    const other = randomUUID();
    await redeem(other);
    expect([await reported(), await reported(other)]).toEqual([null, null]);
    const answer = await put(report(1, 8_000, 3_000));
    expect(answer).toMatchObject({ status: 200, body: report(1, 8_000, 3_000) });
    const stored = storedSaleDueSchema.parse(answer.body);
    expect([await reported(), await reported(sale, office), await reported(other)]).toEqual([stored, stored, null]);
    expect(await entries()).toEqual([{ due: 8_000, collected: 3_000, currency: 'SGD' }]);
  });

  it('the amount due is the latest report, even if an earlier one arrives again or late', async () => {
    await put(report(1, 7_000));
    const first = await put(report(3, 8_000, 3_000));
    await server.clock.advance(60_000);
    expect((await put(report(3, 8_000, 3_000))).body).toEqual(first.body);
    expect((await put(report(2, 9_000))).body).toEqual(first.body);
    expect(await reported()).toEqual(first.body);
    expect((await put(report(4, 9_000))).body).toMatchObject(report(4, 9_000));
    expect(await entries()).toEqual([
      { due: 7_000, currency: 'SGD' },
      { due: 8_000, collected: 3_000, currency: 'SGD' },
      { due: 9_000, currency: 'SGD' },
    ]);
  });

  it('the amount due is the latest of reports that arrive at the same time', async () => {
    const all = [3, 1, 5, 2, 4].map((revision) => put(report(revision, 7_000 + revision)));
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await reported()).toMatchObject(report(5, 7_005));
  });

  it('the amount due can be changed by a colleague on the same till, but not on another till of the shop', async () => {
    const ben = await signedIn(server, office, BEN);
    expect(await put(report(1, 9_000), { who: ben })).toMatchObject({
      status: 404,
      body: { error: { code: 'not-found' } },
    });
    await ana.send('DELETE', '/api/session');
    const { body } = await ana.send('GET', '/api/people');
    const id = (body as { id: string; name: string }[]).find(({ name }) => name === 'Ben')?.id;
    expect((await ana.send('POST', '/api/session', { personId: id, pin: BEN.pin })).status).toBe(200);
    expect(await put({ ...report(1, 8_000, 3_000), person: 'Ana' })).toMatchObject({ status: 200 });
    expect(await reported()).toMatchObject(report(1, 8_000, 3_000));
    await put({ ...report(2, 8_000), person: 'Ben' });
    expect(await entries()).toEqual([
      { due: 8_000, collected: 3_000, currency: 'SGD', for: 'Ana' },
      { due: 8_000, currency: 'SGD' },
    ]);
  });

  it('the amount due cannot be written or read by a sister shop, a device without a person, or for an unknown sale', async () => {
    await put(report(1, 8_000));
    const sister = shopNamed('sister');
    await makeShop(store.db, sister);
    const caller = { ...ANA, shop: sister, person: { ...ANA.person, role: 'manager' as const } };
    await expect(server.parts.reportSaleDue(caller, sale, report(2, 1))).rejects.toMatchObject({ status: 404 });
    expect(await server.parts.sales.reportedDue(sister, sale)).toBeNull();
    const device = await enrolDevice(server, office, 'Till 3');
    expect(await put(report(2, 1), { who: device })).toMatchObject({ status: 401 });
    expect(await put(report(1, 8_000), { id: randomUUID() })).toMatchObject({ status: 404 });
    expect(await reported()).toMatchObject(report(1, 8_000));
  });

  it('reporting the amount due does not extend the session, because the page does it automatically', async () => {
    await server.clock.advance(LIMITS.sessionIdleMs - 20_000);
    expect(await put(report(1, 8_000))).toMatchObject({ status: 200 });
    await server.clock.advance(30_000);
    expect(await put(report(2, 8_000))).toMatchObject({ status: 401, body: { error: { code: 'signed-out' } } });
  });

  it('reporting the amount due is refused while the journal may lack the redemptions of the sale', async () => {
    const now = server.clock.now();
    const { id: shop } = await store.db.selectFrom('shop').select('id').executeTakeFirstOrThrow();
    const gap = { id: randomUUID(), reason: 'restored', fromAt: now - 60_000, foundAt: now } as const;
    await createGapStore(store.db, shop).note(gap);
    await server.parts.opening.start();
    expect(await put(report(1, 8_000), { id: randomUUID() })).toMatchObject({
      status: 503,
      body: { error: { code: 'journal-gap' } },
    });
    expect(await put(report(1, 8_000))).toMatchObject({ status: 200 });
  });

  it.each([
    ['another currency', { ...report(1, 1), currency: 'USD' }],
    ['a negative amount', report(1, -1)],
    ['no revision', report(0, 1)],
    ['an additional field', { ...report(1, 1), note: '' }],
  ])('reporting the amount due is refused with %s', async (_, body) => {
    expect(await put(body)).toMatchObject({ status: 400 });
    expect(await reported()).toBeNull();
  });
});

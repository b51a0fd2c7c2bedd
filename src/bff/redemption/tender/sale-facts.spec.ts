import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TenderView } from '../../../contract/redemption/tender.ts';
import { linesAnswerSchema } from '../../../features/transactions/contract/transaction-list.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { createModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { setUpShop, signedIn } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

const MANY = '1234567890';
const ONCE = '2234567890';

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  let server: TestServer;
  let office: TestBrowser;
  let ana: TestBrowser;

  beforeEach(async () => {
    store = await kind.open();
    server = await createTestServer({
      store,
      issuer: (clock) => {
        const issuer = createModelIssuer({ clock });
        issuer.add(MANY, { amount: 5000, currency: 'SGD' });
        issuer.add(ONCE, { amount: 5000, currency: 'SGD' }, { singleUse: true });
        return issuer;
      },
    });
    office = (await setUpShop(server)).browser;
    ana = await signedIn(server, office, { name: 'Ana', role: 'cashier', pin: '730264' });
  });
  afterEach(() => server.close());

  const put = (body: object, id: string = randomUUID()) =>
    ana.send('PUT', `/api/tenders/${id}`, { code: MANY, amount: 2000, currency: 'SGD', ...body });
  const period = () => {
    const now = server.clock.now();
    return { from: new Date(now - 3_600_000).toISOString(), to: new Date(now + 60_000).toISOString() };
  };
  /** The lines of the period in a manager's list, after reading the issuer's rows. */
  async function listed(filter: object) {
    const { body } = await office.send('POST', '/api/transactions/lines', { ...period(), filter });
    return linesAnswerSchema.parse(body).lines.map(({ row }) => row);
  }
  const read = () => office.send('POST', '/api/transactions/search', period());

  it('the receipt number and entry method are stored, and other values under the same id are refused', async () => {
    const id = randomUUID();
    const said = { receiptNo: 'R-1029', entry: 'camera' };
    expect(await put(said, id)).toMatchObject({
      status: 201,
      body: { state: 'captured', ...said, held: null, forfeited: null },
    });
    expect(await put(said, id)).toMatchObject({ status: 200, body: said });
    for (const other of [{ ...said, receiptNo: 'R-1030' }, { ...said, entry: 'typed' }, {}])
      expect(await put(other, id)).toMatchObject({ status: 409, body: { error: { code: 'tender-mismatch' } } });
    expect((await ana.send('GET', `/api/tenders/${id}`)).body).toMatchObject(said);
    expect(await put({ receiptNo: 'a\u202eb' })).toMatchObject({ status: 400 });
    expect(await put({ entry: 'telepathy' })).toMatchObject({ status: 400 });
    expect((await put({})).body).toMatchObject({ state: 'captured', receiptNo: null, entry: null });
  });

  it('a single-use voucher’s redemption stores its earlier balance, the used and the forfeited amount', async () => {
    const { body } = await put({ code: ONCE, receiptNo: 'R-1' });
    const sgd = (amount: number) => ({ amount, currency: 'SGD' });
    expect(body).toMatchObject({ held: sgd(5000), captured: sgd(2000), forfeited: sgd(3000), remaining: sgd(0) });
    await read();
    const [row] = await listed({ receiptNo: 'R-1', type: 'capture' });
    expect(row?.by?.sale).toEqual({ receiptNo: 'R-1', entry: null, held: 5000, forfeited: 3000 });
    const file = await office.send('POST', '/api/transactions/export', { ...period() });
    expect(String(file.body)).toContain(',R-1,,50.00,30.00');
    const day = new Date(server.clock.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const closing = await office.send('PUT', `/api/closings/${randomUUID()}`, {
      date: day,
      register: [{ currency: 'SGD', amount: 0 }],
    });
    expect(closing.body).toMatchObject({
      currencies: [
        { currency: 'SGD', captured: 2000, forfeited: 3000, explanations: [{ lines: [{ receiptNo: 'R-1' }] }] },
      ],
    });
  });

  it('a receipt number after the last voucher is stored with all redemptions of that sale only', async () => {
    const saleId = randomUUID();
    const id = randomUUID();
    await put({ saleId }, id);
    await put({});
    const number = (who: TestBrowser, sale: string, receiptNo = 'R-9') =>
      who.send('PUT', `/api/sales/${sale}/receipt`, { receiptNo });
    expect(await number(ana, randomUUID())).toMatchObject({ status: 404 });
    const ben = await signedIn(server, office, { name: 'Ben', role: 'cashier', pin: '482913' });
    expect(await number(ben, saleId)).toMatchObject({ status: 404 });
    expect((await number(ana, saleId, 'R-8')).status).toBe(200);
    expect((await number(ana, saleId)).status).toBe(200);
    expect((await ana.send('GET', `/api/tenders/${id}`)).body).toMatchObject({ receiptNo: 'R-9' });
    expect(await put({ saleId }, id)).toMatchObject({ status: 200, body: { receiptNo: 'R-9' } });
    await read();
    const found = await listed({ receiptNo: 'R-9', type: 'capture' });
    expect(found.map(({ by }) => [by?.id, by?.sale?.receiptNo])).toEqual([[id, 'R-9']]);
    expect(await listed({ receiptNo: 'R-8' })).toEqual([]);
  });

  it('managers and the sale’s cashier find a sale by its receipt number, with its refunds', async () => {
    const { body } = await put({ receiptNo: 'R-7', entry: 'wedge' });
    await put({ receiptNo: 'R-8', entry: 'typed' });
    await office.send('PUT', `/api/refunds/${randomUUID()}`, {
      tenderId: (body as TenderView).id,
      reason: 'Wrong amount',
    });
    await read();
    const found = await listed({ receiptNo: 'R-7' });
    expect(found.map(({ type }) => type).sort()).toEqual(['capture', 'refund']);
    expect(found.map(({ by }) => by?.sale?.receiptNo)).toEqual(['R-7', 'R-7']);
    expect((await listed({ entry: 'typed' })).map(({ by }) => by?.sale?.receiptNo)).toEqual(['R-8']);
    expect(await listed({ receiptNo: 'R-9' })).toEqual([]);
    const totals = await office.send('POST', '/api/transactions/totals', { ...period(), filter: { receiptNo: 'R-8' } });
    expect(totals.body).toMatchObject({ lines: 1, sums: { currencies: [{ captured: 2000 }] } });
    const own = await ana.send('POST', '/api/transactions/lines', { ...period(), filter: { receiptNo: 'R-8' } });
    expect(linesAnswerSchema.parse(own.body).lines).toMatchObject([{ row: { by: { sale: { entry: 'typed' } } } }]);
  });

  it('the trail contains the receipt number, the entry method and the forfeited amount', async () => {
    await put({ code: ONCE, receiptNo: 'R-2', entry: 'hid' });
    const { body } = await office.send('POST', '/api/audit/search', { ...period(), kind: 'redemptions' });
    const said = { receiptNo: 'R-2', entry: 'hid', last4: '7890' };
    expect((body as { lines: { action: string; details: object }[] }).lines).toMatchObject([
      { action: 'tender.taken', details: { ...said, held: 5000, forfeited: 3000 } },
      { action: 'tender.asked', details: said },
    ]);
  });

  it('a redemption without a receipt number is refused if a manager made it required', async () => {
    await office.send('PUT', '/api/settings', { receiptUse: 'required', receiptShape: 'R-####' });
    expect(await put({})).toMatchObject({
      status: 400,
      body: { error: { code: 'receipt-missing', details: { field: 'receiptNo' } } },
    });
    expect(await store.db.selectFrom('operation').select('id').execute()).toEqual([]);
    expect((await put({ receiptNo: 'R-1029' })).body).toMatchObject({ state: 'captured' });
    expect(await office.send('PUT', '/api/settings', { receiptShape: '*' })).toMatchObject({ status: 400 });
  });
});

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { ManualClock } from '../../../testing/clock.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createModelIssuer, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { codeOf, enrolDevice, setUpShop, signedIn, textAt } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import type { DisplayView } from '../contract/display.ts';

const REF = '1234567890';
const DUE = { amount: 8000, currency: 'SGD' };

onStores([SQLITE, POSTGRES], ({ open }) => {
  let server: TestServer;
  let issuer: ModelIssuer;
  let till: TestBrowser;
  let other: TestBrowser;
  beforeEach(async () => {
    const make = (clock: ManualClock) => {
      issuer = createModelIssuer({ clock });
      issuer.add(REF);
      return issuer;
    };
    server = await createTestServer({ store: await open(), issuer: make });
    ({ browser: till } = await setUpShop(server));
    other = await enrolDevice(server, till, 'Tablet');
  });
  afterEach(() => server.close());

  const look = async (browser: TestBrowser, sale?: string) => {
    const answer = await browser.send('GET', `/api/display${sale === undefined ? '' : `?sale=${sale}`}`);
    expect(answer.status).toBe(200);
    return answer.body as DisplayView;
  };
  const newCode = async () => textAt((await till.send('POST', '/api/displays/codes')).body, 'code');
  const connect = (browser: TestBrowser, code: string) => browser.send('POST', '/api/displays', { code });
  const show = (saleId: string, busy = false) => till.send('PUT', '/api/display/sale', { saleId, due: DUE, busy });
  const redeem = (saleId: string, amount = 3000) =>
    till.send('PUT', `/api/tenders/${randomUUID()}`, { code: REF, amount, currency: 'SGD', saleId });

  it('a sale has a receipt once a voucher was redeemed, without the ref and the person', async () => {
    const sale = randomUUID();
    expect((await look(till, sale)).receipt).toBeNull();
    await redeem(sale);
    const { receipt } = await look(till, sale);
    const [data = '', signature = ''] = (receipt ?? '').split('.');
    const text = Buffer.from(data, 'base64url').toString('utf8');
    expect(JSON.parse(text)).toMatchObject({
      vouchers: [{ last4: '7890', taken: { amount: 3000, currency: 'SGD' }, remaining: { amount: 2000 } }],
    });
    expect(text).not.toMatch(new RegExp(`${REF}|Mei`));
    expect(signature).toMatch(/^[\w-]{86}$/);
  });

  it('a sale has no receipt while another redemption is in progress', async () => {
    await connect(other, await newCode());
    const sale = randomUUID();
    await redeem(sale);
    await show(sale, true);
    expect((await look(other)).receipt).toBeNull();
    await show(sale);
    expect((await look(other)).receipt).not.toBeNull();
  });

  it('a till’s own display shows the journal’s data of the requested sale, without the ref', async () => {
    const sale = randomUUID();
    const another = randomUUID();
    expect(await look(till, sale)).toMatchObject({
      connected: false,
      open: true,
      sale: { saleId: sale, due: null },
      vouchers: [],
    });
    await redeem(sale);
    const seen = await look(till, sale);
    const thirty = { amount: 3000, currency: 'SGD' };
    expect(seen.vouchers).toEqual([
      { last4: '7890', state: 'redeemed', taken: thirty, remaining: { amount: 2000, currency: 'SGD' } },
    ]);
    expect(JSON.stringify(seen)).not.toContain(REF);
    expect((await look(till, another)).vouchers).toEqual([]);
    expect((await look(other, sale)).vouchers).toEqual([]);
  });

  it('a sale continued at another till counts and has a receipt as a whole, even after many refusals', async () => {
    const sale = randomUUID();
    await redeem(sale, 1000);
    const ben = await signedIn(server, till, { name: 'Ben', role: 'cashier', pin: '592807' });
    for (let count = 0; count < 21; count += 1) await redeem(sale, 900_000);
    const body = { code: REF, amount: 500, currency: 'SGD', saleId: sale };
    expect((await ben.send('PUT', `/api/tenders/${randomUUID()}`, body)).body).toMatchObject({ state: 'captured' });
    for (const browser of [till, ben]) {
      const { vouchers, receipt } = await look(browser, sale);
      expect(vouchers.flatMap(({ taken }) => taken ?? [])).toMatchObject([{ amount: 1000 }, { amount: 500 }]);
      expect(JSON.parse(Buffer.from((receipt ?? '').split('.')[0] ?? '', 'base64url').toString('utf8'))).toMatchObject({
        vouchers: [{ taken: { amount: 1000 } }, { taken: { amount: 500 } }],
      });
    }
  });

  it('a voucher’s remaining balance is shown only once if the sale uses it twice', async () => {
    const sale = randomUUID();
    await redeem(sale, 3000);
    await server.clock.advance(1_000);
    await redeem(sale, 500);
    const lefts = (await look(till, sale)).vouchers.map(({ remaining }) => remaining);
    expect(lefts).toEqual([null, { amount: 1500, currency: 'SGD' }]);
  });

  it('an unknown outcome is shown as unknown until the journal has the result', async () => {
    const sale = randomUUID();
    issuer.failNext({ commit: 'now', answer: 'lost' });
    const put = redeem(sale).then(() => true);
    const unknown = { last4: '7890', state: 'unknown', taken: null, remaining: null };
    await vi.waitFor(async () => expect((await look(till, sale)).vouchers).toEqual([unknown]));
    while (!(await Promise.race([put, server.clock.advance(1_000)])));
  });

  it('another device shows a till after it was connected with a code, until it is disconnected', async () => {
    const sale = randomUUID();
    await show(sale);
    const code = await newCode();
    expect((await connect(other, code)).body).toEqual({ till: 'Till 1' });
    expect((await look(other)).sale).toBeNull();
    await show(sale);
    await redeem(sale);
    const shown = await look(other);
    expect(shown).toMatchObject({ connected: true, open: true, sale: { saleId: sale, due: DUE, busy: false } });
    expect(shown.vouchers).toMatchObject([{ last4: '7890', state: 'redeemed' }]);
    await show(sale, true);
    expect((await look(other)).sale?.busy).toBe(true);
    const list = (await till.send('GET', '/api/displays')).body as { id: string; name: string }[];
    expect(list).toMatchObject([{ name: 'Tablet' }]);
    expect((await till.send('DELETE', `/api/displays/${list[0]?.id}`)).status).toBe(204);
    expect(await look(other)).toMatchObject({ connected: false, sale: null, vouchers: [] });
    expect((await till.send('DELETE', `/api/displays/${list[0]?.id}`)).status).toBe(404);
  });

  it('a till without a signed-in person does not show a sale, even after its session has expired', async () => {
    const sale = randomUUID();
    await connect(other, await newCode());
    await show(sale);
    await redeem(sale);
    await server.clock.advance(LIMITS.sessionIdleMs);
    const nothing = { open: false, sale: null, vouchers: [] };
    expect([await look(till, sale), await look(other)]).toMatchObject([nothing, nothing]);
  });

  it('a code is valid once, for ten minutes, and not on the till that created it', async () => {
    const wrong = { status: 403, code: 'wrong-display-code' };
    const tried = async (browser: TestBrowser, code: string) => {
      const answer = await connect(browser, code);
      return { status: answer.status, code: codeOf(answer) };
    };
    const code = await newCode();
    expect(await tried(till, code)).toEqual(wrong);
    expect((await connect(other, code.toLowerCase())).status).toBe(201);
    expect(await tried(other, code)).toEqual(wrong);
    const old = await newCode();
    await server.clock.advance(LIMITS.displayCodeMs);
    expect(await tried(other, old)).toEqual(wrong);
  });

  it('guessing codes is slowed down', async () => {
    for (let guess = 0; guess < 5; guess += 1) expect((await connect(other, 'ABCD-EFGH')).status).toBe(403);
    expect((await connect(other, await newCode())).status).toBe(429);
  });

  it('guesses on one device do not slow down another', async () => {
    const third = await enrolDevice(server, till, 'Window');
    for (let guess = 0; guess < 5; guess += 1) expect((await connect(other, 'ABCD-EFGH')).status).toBe(403);
    expect((await connect(third, await newCode())).status).toBe(201);
  });

  it('a device shows one till at a time, and never a revoked one', async () => {
    await connect(other, await newCode());
    await connect(other, await newCode());
    expect((await till.send('GET', '/api/displays')).body).toHaveLength(1);
    const devices = (await till.send('GET', '/api/devices')).body as { id: string; name: string }[];
    await till.send('DELETE', `/api/devices/${devices.find(({ name }) => name === 'Tablet')?.id}`);
    expect((await till.send('GET', '/api/displays')).body).toEqual([]);
    expect(codeOf(await other.send('GET', '/api/display'))).toBe('not-enrolled');
  });

  it('a connection is recorded in the trail when it begins and ends', async () => {
    await connect(other, await newCode());
    const [display] = (await till.send('GET', '/api/displays')).body as { id: string }[];
    await till.send('DELETE', `/api/displays/${display?.id}`);
    const entries = await server.db.selectFrom('audit').select(['action', 'details']).orderBy('seq').execute();
    expect(entries.slice(-2)).toEqual([
      { action: 'device.display-connected', details: '{"name":"Tablet","device":"Till 1"}' },
      { action: 'device.display-ended', details: '{"name":"Tablet"}' },
    ]);
  });
});

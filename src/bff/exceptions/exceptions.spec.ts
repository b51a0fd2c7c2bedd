import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Exceptions, exceptionsSchema, USUAL_THRESHOLDS } from '../../contract/exception.ts';
import { createModelIssuer } from '../../testing/model-issuer.ts';
import { codeOf, setUpShop, signedIn, textAt } from '../../testing/people.ts';
import { onStores, POSTGRES, SQLITE } from '../../testing/stores.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../testing/test-server.ts';

const REFS = ['1234567891', '1234567892'];
const MINUTE_MS = 60_000;

onStores([SQLITE, POSTGRES], (kind) => {
  let server: TestServer;
  let manager: TestBrowser;
  let ana: TestBrowser;
  beforeEach(async () => {
    server = await createTestServer({
      store: await kind.open(),
      issuer(clock) {
        const issuer = createModelIssuer({ clock });
        for (const ref of REFS) issuer.add(ref);
        return issuer;
      },
    });
    manager = (await setUpShop(server)).browser;
    ana = await signedIn(server, manager, { name: 'Ana', role: 'cashier', pin: '592807' });
  });
  afterEach(() => server.close());

  const find = async (body: object = {}): Promise<Exceptions> =>
    exceptionsSchema.parse((await manager.send('POST', '/api/exceptions/search', body)).body);

  async function takenAndBack(ref: string, by: TestBrowser, backBy: TestBrowser, afterMs = MINUTE_MS): Promise<void> {
    const taken = await by.send('PUT', `/api/tenders/${randomUUID()}`, {
      code: ref,
      amount: 1000,
      currency: 'SGD',
      entry: 'typed',
    });
    /* Whoever waits stays signed in. */
    for (let passed = 0; passed < afterMs; passed += MINUTE_MS) {
      await server.clock.advance(MINUTE_MS);
      await manager.send('GET', '/api/settings');
    }
    const refund = { tenderId: textAt(taken.body, 'id'), reason: 'Wrong voucher' };
    expect((await backBy.send('PUT', `/api/refunds/${randomUUID()}`, refund)).status).toBe(201);
  }

  it('own redemptions that were given back at once are shown with their lines, until a manager has looked', async () => {
    for (const ref of REFS) await takenAndBack(ref, manager, manager);
    const [found, ...more] = (await find()).exceptions;
    expect(more).toEqual([]);
    expect(found).toMatchObject({ signal: 'own-refunds', people: [{ name: 'Mei' }], count: 2, lookedAt: null });
    expect(found?.rows.map(({ action }) => action)).toEqual(['refund.done', 'refund.done']);
    const looked = { key: found?.key, note: 'Two customers, both there' };
    expect((await manager.send('POST', '/api/exceptions/looked-at', looked)).status).toBe(204);
    expect((await find()).exceptions).toMatchObject([
      { key: found?.key, lookedAt: { person: 'Mei', note: looked.note } },
    ]);
  });

  it('what somebody else had redeemed, or a while ago, is not', async () => {
    await takenAndBack(REFS[0] ?? '', ana, manager);
    await takenAndBack(REFS[1] ?? '', manager, manager, 11 * MINUTE_MS);
    expect((await find()).exceptions).toEqual([]);
  });

  it('thresholds are tried without being kept, and kept when they are set', async () => {
    await takenAndBack(REFS[0] ?? '', manager, manager);
    const thresholds = { ...USUAL_THRESHOLDS, 'own-refunds': 1 };
    expect((await find({ thresholds })).exceptions).toMatchObject([{ signal: 'own-refunds', count: 1 }]);
    expect((await find()).exceptions).toEqual([]);
    await manager.send('PUT', '/api/settings', { thresholds });
    expect(await find()).toMatchObject({ thresholds, exceptions: [{ signal: 'own-refunds' }] });
    await manager.send('PUT', '/api/settings', { thresholds: { 'own-refunds': 0 } });
    expect((await find()).thresholds).toEqual({ ...USUAL_THRESHOLDS, 'own-refunds': 0 });
    expect((await find()).exceptions).toEqual([]);
  });

  it('work outside the hours that the shop set is shown, and none where it set none', async () => {
    const [hour = 0] = new Date(server.clock.now())
      .toLocaleTimeString('en-GB', { timeZone: 'Asia/Singapore' })
      .split(':')
      .map(Number);
    const at = (later: number) => `${String((hour + later) % 24).padStart(2, '0')}:00`;
    await ana.send('PUT', `/api/tenders/${randomUUID()}`, { code: REFS[0], amount: 1000, currency: 'SGD' });
    expect((await find()).exceptions).toEqual([]);
    await manager.send('PUT', '/api/settings', { openHours: { from: at(2), to: at(10) } });
    expect((await find()).exceptions).toMatchObject([{ signal: 'outside-hours', people: [{ name: 'Ana' }] }]);
    await manager.send('PUT', '/api/settings', { openHours: { from: at(0), to: at(2) } });
    expect((await find()).exceptions).toEqual([]);
  });

  it('is for managers, and takes no key that is none', async () => {
    expect(codeOf(await ana.send('POST', '/api/exceptions/search', {}))).toBe('not-allowed');
    expect(codeOf(await ana.send('POST', '/api/exceptions/looked-at', { key: 'x', note: 'x' }))).toBe('not-allowed');
    expect(codeOf(await manager.send('POST', '/api/exceptions/looked-at', { key: '<b>', note: 'x' }))).toBe(
      'bad-request',
    );
  });
});

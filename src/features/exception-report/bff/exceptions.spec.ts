import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { USUAL_THRESHOLDS } from '../../../contract/access/thresholds.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { codeOf, setUpShop, signedIn, textAt } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import { type Exceptions, exceptionsSchema } from '../contract/exception.ts';

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
    /* Waits without losing the session. */
    for (let passed = 0; passed < afterMs; passed += MINUTE_MS) {
      await server.clock.advance(MINUTE_MS);
      await manager.send('GET', '/api/settings');
    }
    const refund = { tenderId: textAt(taken.body, 'id'), reason: 'Wrong voucher' };
    expect((await backBy.send('PUT', `/api/refunds/${randomUUID()}`, refund)).status).toBe(201);
  }

  it('own redemptions that were refunded at once are listed with their entries, until a manager reviews them', async () => {
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

  it('a reviewed exception is listed again after later events, or if the page did not show all of its events', async () => {
    await manager.send('PUT', '/api/settings', { thresholds: { 'own-refunds': 1 } });
    await takenAndBack(REFS[0] ?? '', manager, manager);
    const [seen] = (await find()).exceptions;
    const look = { key: seen?.key, note: 'She was there', until: seen?.rows[0]?.at };
    await takenAndBack(REFS[1] ?? '', manager, manager);
    await manager.send('POST', '/api/exceptions/looked-at', look);
    expect((await find()).exceptions).toMatchObject([{ count: 2, lookedAt: null }]);
    await manager.send('POST', '/api/exceptions/looked-at', { key: look.key, note: look.note });
    expect((await find()).exceptions).toMatchObject([{ count: 2, lookedAt: { person: 'Mei' } }]);
    await takenAndBack(REFS[0] ?? '', manager, manager);
    expect((await find()).exceptions).toMatchObject([{ count: 3, lookedAt: null }]);
  });

  it('a review of future days is refused, and so is one of a manager’s own actions if another manager exists', async () => {
    for (const ref of REFS) await takenAndBack(ref, manager, manager);
    const key = (await find()).exceptions[0]?.key ?? '';
    const look = (of: string, by = manager) => by.send('POST', '/api/exceptions/looked-at', { key: of, note: 'Fine' });
    const tomorrow = key.replace(/:[^:]*:/, ':2999-01-01:');
    expect(codeOf(await look(tomorrow))).toBe('bad-request');
    const lim = await signedIn(server, manager, { name: 'Lim', role: 'manager', pin: '481053' });
    expect(codeOf(await look(key))).toBe('second-person');
    expect((await look(key, lim)).status).toBe(204);
    expect((await find()).exceptions).toMatchObject([{ lookedAt: { person: 'Lim' } }]);
  });

  it('a loosened limit is listed', async () => {
    await manager.send('PUT', '/api/settings', { saleLimits: { refund: { above: 100, way: 'never' } } });
    expect((await find()).exceptions).toEqual([]);
    await manager.send('PUT', '/api/settings', { saleLimits: {} });
    expect((await find()).exceptions).toMatchObject([
      { signal: 'limits-loosened', people: [{ name: 'Mei' }], count: 1 },
    ]);
  });

  it('redemptions of another person or refunded much later are not listed', async () => {
    await takenAndBack(REFS[0] ?? '', ana, manager);
    await takenAndBack(REFS[1] ?? '', manager, manager, 11 * MINUTE_MS);
    expect((await find()).exceptions).toEqual([]);
  });

  it('thresholds can be tried without being stored, and apply once they are saved', async () => {
    await takenAndBack(REFS[0] ?? '', manager, manager);
    const thresholds = { ...USUAL_THRESHOLDS, 'own-refunds': 1 };
    expect((await find({ thresholds })).exceptions).toMatchObject([{ signal: 'own-refunds', count: 1 }]);
    expect((await find()).exceptions).toEqual([]);
    await manager.send('PUT', '/api/settings', { thresholds });
    expect(await find()).toMatchObject({ thresholds, exceptions: [{ signal: 'own-refunds' }] });
    await manager.send('PUT', '/api/settings', { thresholds: { 'own-refunds': 0 } });
    expect((await find()).thresholds).toEqual({ ...USUAL_THRESHOLDS, 'own-refunds': 0 });
    expect((await find()).exceptions).toMatchObject([{ signal: 'limits-loosened' }]);
  });

  it('work outside the opening hours is listed, but only if the shop has set them', async () => {
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
    expect((await find()).exceptions).toMatchObject([{ signal: 'limits-loosened' }]);
  });

  it('the exceptions are for managers only, and invalid keys are refused', async () => {
    expect(codeOf(await ana.send('POST', '/api/exceptions/search', {}))).toBe('not-allowed');
    expect(codeOf(await ana.send('POST', '/api/exceptions/looked-at', { key: 'x', note: 'x' }))).toBe('not-allowed');
    expect(codeOf(await manager.send('POST', '/api/exceptions/looked-at', { key: '<b>', note: 'x' }))).toBe(
      'bad-request',
    );
  });
});

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exceptionsSchema } from '../../../features/exception-report/contract/exception.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createModelIssuer, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { addPerson, codeOf, MANAGER_PIN, setUpShop, signedIn } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import { DEFAULT_SETTINGS } from '../settings/stored-settings.ts';

const REF = '1234567890';
const PIN = '592807';
const OTHER_PIN = '481053';
const MINUTE_MS = 60_000;

onStores([SQLITE, POSTGRES], (kind) => {
  let server: TestServer;
  let issuer: ModelIssuer;
  let mei: TestBrowser;
  let meiId: string;
  let ana: TestBrowser;
  beforeEach(async () => {
    const made = (clock: TestServer['clock']) => (issuer = createModelIssuer({ clock }));
    server = await createTestServer({ issuer: made, store: await kind.open() });
    ({ browser: mei, managerId: meiId } = await setUpShop(server));
    ana = await signedIn(server, mei, { name: 'Ana', role: 'stock', pin: PIN });
  });
  afterEach(() => server.close());

  const set = async (change: object) => expect((await mei.send('PUT', '/api/settings', change)).status).toBe(200);
  const care = (part: object) => set({ safeSale: { ...DEFAULT_SETTINGS.safeSale, ...part } });
  const order = (dollars: number, more: object = {}) => ({
    productCode: 'GIFTOPEN',
    quantity: 1,
    faceValue: dollars * 100,
    ...more,
  });
  const sell = (wanted: object) => mei.send('PUT', `/api/issues/${randomUUID()}`, wanted);
  const card = (number: string) => [{ start: number, end: number, count: 1 }];
  const activate = (ranges: object[], more: object = {}, id: string = randomUUID()) =>
    ana.send('PUT', `/api/activations/${id}`, { ranges, ...more });
  const trail = async (action: string) => {
    const period = { from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' };
    const { body } = await mei.send('POST', '/api/audit/search', period);
    const { lines } = body as { readonly lines: readonly { action: string; details: object }[] };
    return lines.filter((line) => line.action === action).map(({ details }) => details);
  };

  it('a sale above the configured amount needs both questions answered, and the trail stores the answers', async () => {
    await care({ questionsAbove: 10_000 });
    expect((await sell(order(100))).status).toBe(201);
    expect(codeOf(await sell(order(101)))).toBe('questions-needed');
    expect(codeOf(await sell(order(101, { care: { notice: 'Beware' } })))).toBe('questions-needed');
    expect(issuer.ordersTried()).toHaveLength(1);
    const asked = { care: { notice: 'Beware', noAfterMs: 2_400 } };
    expect((await sell(order(101, asked))).status).toBe(201);
    expect((await trail('issue.asked'))[0]).toMatchObject({ quantity: 1, ...asked.care });
  });

  it('a sale reported as suspected fraud is not sent to the issuer, and is recorded in the trail', async () => {
    const id = randomUUID();
    const wish = { kind: 'issue', order: order(500) };
    expect((await mei.send('POST', `/api/approvals/${id}/suspected`, { wish })).status).toBe(204);
    expect(issuer.ordersTried()).toEqual([]);
    expect(await trail('scam.suspected')).toMatchObject([{ product: 'GIFTOPEN', quantity: 1 }]);
  });

  it('many cards, or any cards outside opening hours, need a second person and the phone fraud warning', async () => {
    const range = [{ start: '000001', end: '000011', count: 11 }];
    await set({ saleLimits: { cards: { above: 10, way: 'second-person' } } });
    expect((await activate(card('000100'))).status).toBe(201);
    const id = randomUUID();
    expect(codeOf(await activate(range, {}, id))).toBe('not-by-phone');
    expect(issuer.rangesTried()).toHaveLength(1);
    const wish = { kind: 'activation', ranges: range };
    await ana.send('PUT', `/api/approvals/${id}`, { personId: meiId, pin: MANAGER_PIN, wish });
    expect((await activate(range, {}, id)).status).toBe(201);

    const [hour = 0] = new Date(server.clock.now())
      .toLocaleTimeString('en-GB', { timeZone: 'Asia/Singapore' })
      .split(':')
      .map(Number);
    const at = (later: number) => `${String((hour + later) % 24).padStart(2, '0')}:00`;
    await set({ saleLimits: { 'closed-cards': { above: 0, way: 'never' } }, openHours: { from: at(0), to: at(2) } });
    expect((await activate(card('000200'))).status).toBe(201);
    await set({ openHours: { from: at(2), to: at(10) } });
    expect(codeOf(await activate(card('000201')))).toBe('limit-passed');
  });

  it('a card with a different printed number is not activated, and a manager sees both numbers', async () => {
    expect(codeOf(await activate(card('000123'), { printed: '0124' }))).toBe('perhaps-tampered');
    expect(codeOf(await activate(card('1234567890'), { printed: '0124' }))).toBe('perhaps-tampered');
    expect(codeOf(await activate([{ start: '000123', end: '000124', count: 2 }], { printed: '0123' }))).toBe(
      'bad-range',
    );
    expect(issuer.rangesTried()).toEqual([]);
    expect((await activate(card('000123'), { printed: '0123' })).status).toBe(201);
    expect(await trail('card.set-aside')).toEqual([
      { numbers: '··7890', printed: '··0124' },
      { numbers: '000123', printed: '··0124' },
    ]);
    const { exceptions } = exceptionsSchema.parse((await mei.send('POST', '/api/exceptions/search', {})).body);
    expect(exceptions).toMatchObject([{ signal: 'tampered-cards', people: [{ name: 'Ana' }], count: 2 }]);
  });

  it('repeated attempts above a limit are recorded at most once a minute', async () => {
    await addPerson(mei, 'Lim', 'manager', OTHER_PIN);
    await set({ saleLimits: { cards: { above: 0, way: 'never' } } });
    const meet = async () => expect(codeOf(await activate(card('000123')))).toBe('limit-passed');
    await meet();
    await meet();
    expect(await trail('limit.met')).toHaveLength(1);
    await server.clock.advance(MINUTE_MS);
    await meet();
    expect(await trail('limit.met')).toHaveLength(2);
  });

  it('an unused voucher that is checked repeatedly is reported, but a used one is not', async () => {
    const used = '1234567891';
    issuer.add(REF);
    issuer.add(used);
    await mei.send('PUT', `/api/tenders/${randomUUID()}`, { code: used, amount: 100, currency: 'SGD' });
    for (let minute = 0; minute <= 30; minute += 1) {
      for (const code of [REF, used]) await mei.send('POST', '/api/vouchers/check', { code });
      await server.clock.advance(MINUTE_MS);
    }
    expect(await trail('codes.checked-often')).toEqual([{ last4: '7890', checks: 5 }]);
  });
});

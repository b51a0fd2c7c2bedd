import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import {
  addPerson,
  at,
  codeOf,
  enrolDevice,
  MANAGER_PIN,
  setUpShop,
  signedIn,
  textAt,
} from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

const REF = '1234567890';
const LIM_PIN = '481053';
const BO_PIN = '592807';
const DAY_MS = 24 * 60 * 60_000;

onStores([SQLITE, POSTGRES], (kind) => {
  let server: TestServer;
  let mei: TestBrowser;
  let meiId: string;
  beforeEach(async () => {
    const issuer = (clock: TestServer['clock']) => {
      const made = createModelIssuer({ clock });
      made.add(REF, { amount: 100_000, currency: 'SGD' });
      return made;
    };
    server = await createTestServer({ issuer, store: await kind.open() });
    ({ browser: mei, managerId: meiId } = await setUpShop(server));
  });
  afterEach(() => server.close());

  const set = (change: object) => mei.send('PUT', '/api/settings', change);
  const lim = () => addPerson(mei, 'Lim', 'manager', LIM_PIN);
  const limit = (above: number, way = 'manager') => ({ saleLimits: { refund: { above, way } } });
  /** Signs the manager in again, because no session lasts a day. */
  async function nextDay(): Promise<void> {
    await server.clock.advance(DAY_MS);
    await mei.send('POST', '/api/session', { personId: meiId, pin: MANAGER_PIN });
  }

  describe('in a shop with one manager', () => {
    it('the manager can loosen limits and add managers alone', async () => {
      expect((await set(limit(100))).status).toBe(200);
      expect((await set(limit(500))).status).toBe(200);
      expect((await set({ saleLimits: {} })).status).toBe(200);
      expect(await lim()).toBeTypeOf('string');
    });
  });

  describe('in a shop with two managers', () => {
    let limId: string;
    beforeEach(async () => {
      await set({ ...limit(500, 'second-person'), closingBlind: true });
      limId = await lim();
    });
    const agreed = () => ({ approval: { personId: limId, pin: LIM_PIN } });

    it.each<[string, object]>([
      ['a limit is raised', limit(501, 'second-person')],
      ['a limit becomes less strict', limit(500, 'manager')],
      ['a limit is switched off', { saleLimits: {} }],
      ['a ceiling is raised', { approvalAboveSum: 2_000_001 }],
      ['a signal is switched off', { thresholds: { 'own-refunds': 0 } }],
      ['a signal is shown later', { thresholds: { 'own-refunds': 3 } }],
      ['closings are no longer blind', { closingBlind: false }],
    ])('%s only if the other manager agrees', async (_, change) => {
      const before = (await mei.send('GET', '/api/settings')).body;
      expect(codeOf(await set(change))).toBe('other-manager');
      expect(codeOf(await set({ ...change, approval: { personId: meiId, pin: MANAGER_PIN } }))).toBe('other-manager');
      expect(codeOf(await set({ ...change, approval: { personId: limId, pin: '730491' } }))).toBe('wrong-pin');
      expect((await mei.send('GET', '/api/settings')).body).toEqual(before);
      expect(await set({ ...change, ...agreed() })).toMatchObject({ status: 200, body: change });
      const lines = server.db
        .selectFrom('audit')
        .select(['person_id', 'details'])
        .where('action', '=', 'limit.loosened');
      const [line] = await lines.execute();
      expect(line?.person_id).toBe(meiId);
      expect(JSON.parse(line?.details ?? '')).toMatchObject({ approver: 'Lim' });
    });

    it('stricter limits, and settings other than limits, need no second manager', async () => {
      expect((await set(limit(400, 'never'))).status).toBe(200);
      expect((await set({ shopName: 'Café Orchid', approvalAboveSum: 1_000 })).status).toBe(200);
    });

    it('a cashier’s approval is not accepted', async () => {
      const boId = await addPerson(mei, 'Bo', 'cashier', BO_PIN);
      const approval = { personId: boId, pin: BO_PIN };
      expect(codeOf(await set({ saleLimits: {}, approval }))).toBe('other-manager');
    });

    it('making another person a manager needs the second manager', async () => {
      const joe = { name: 'Joe', role: 'manager', pin: BO_PIN };
      expect(codeOf(await mei.send('POST', '/api/people', joe))).toBe('other-manager');
      expect((await mei.send('POST', '/api/people', { ...joe, ...agreed() })).status).toBe(201);
      const boId = await addPerson(mei, 'Bo', 'cashier', BO_PIN);
      const promote = (more = {}) => mei.send('PATCH', `/api/people/${boId}`, { role: 'manager', ...more });
      expect(codeOf(await promote())).toBe('other-manager');
      expect((await promote(agreed())).status).toBe(200);
    });

    it('a manager alone cannot set the other manager’s PIN or restore a disabled manager', async () => {
      const change = (id: string, body: object) => mei.send('PATCH', `/api/people/${id}`, body);
      expect(codeOf(await change(limId, { pin: BO_PIN }))).toBe('other-manager');
      expect((await change(meiId, { pin: '730491' })).status).toBe(200);
      await mei.send('POST', '/api/session', { personId: meiId, pin: '730491' });
      const joe = { name: 'Joe', role: 'manager', pin: BO_PIN, ...agreed() };
      const joeId = textAt((await mei.send('POST', '/api/people', joe)).body, 'id');
      expect((await change(joeId, { disabled: true })).status).toBe(200);
      expect(codeOf(await change(joeId, { disabled: false }))).toBe('other-manager');
      expect((await change(joeId, { disabled: false, ...agreed() })).status).toBe(200);
    });

    it.each([{ disabled: true }, { role: 'cashier' }])(
      'a manager who is removed by %o still counts for a day, so that no one bypasses the second approval',
      async (removal) => {
        expect((await mei.send('PATCH', `/api/people/${limId}`, removal)).status).toBe(200);
        expect(codeOf(await set({ saleLimits: {} }))).toBe('other-manager');
        await nextDay();
        expect((await set({ saleLimits: {} })).status).toBe(200);
      },
    );
  });

  describe('an account younger than a day', () => {
    const tender = { code: REF, amount: 6_000, currency: 'SGD', entry: 'typed' };
    const typedNeeds = () => set({ saleLimits: { typed: { above: 0, way: 'second-person' } } });
    const wish = { kind: 'tender', tender };
    const approve = (id: string, by: TestBrowser, personId: string) =>
      by.send('PUT', `/api/approvals/${id}`, { personId, pin: LIM_PIN, wish });

    it('can approve while no other manager has an older account', async () => {
      await typedNeeds();
      const id = randomUUID();
      expect((await approve(id, mei, await lim())).status).toBe(200);
      expect((await mei.send('PUT', `/api/tenders/${id}`, tender)).status).toBe(201);
    });

    it('cannot approve for a day if an older manager exists, by PIN or on their own device', async () => {
      await typedNeeds();
      await nextDay();
      const limId = await lim();
      const ana = await signedIn(server, mei, { name: 'Ana', role: 'cashier', pin: BO_PIN });
      const phone = await enrolDevice(server, mei, 'Phone');
      await phone.send('POST', '/api/session', { personId: limId, pin: LIM_PIN });
      const id = randomUUID();
      expect(codeOf(await approve(id, mei, limId))).toBe('new-manager');
      await ana.send('PUT', `/api/approvals/${id}/asked`, { wish });
      const [open] = (await phone.send('GET', '/api/approvals')).body as object[];
      const answer = { approved: true, version: at(open, 'version') };
      expect(codeOf(await phone.send('POST', `/api/approvals/${id}/answer`, answer))).toBe('new-manager');
      expect(codeOf(await set({ saleLimits: {}, approval: { personId: limId, pin: LIM_PIN } }))).toBe('new-manager');
      await nextDay();
      expect((await approve(id, mei, limId)).status).toBe(200);
    });

    it('counts its age from when the person became a manager', async () => {
      await typedNeeds();
      const boId = await addPerson(mei, 'Bo', 'cashier', LIM_PIN);
      await nextDay();
      await mei.send('PATCH', `/api/people/${boId}`, { role: 'manager' });
      expect(codeOf(await approve(randomUUID(), mei, boId))).toBe('new-manager');
    });
  });
});

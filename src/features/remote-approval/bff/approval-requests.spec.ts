import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createModelIssuer, type ModelIssuer } from '../../../testing/issuer/model-issuer.ts';
import { codeOf, enrolDevice, MANAGER_PIN, setUpShop, signedIn } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import type { OpenApproval } from '../contract/open-approval.ts';
import { REQUEST_OPEN_MS } from './limits.ts';

const REF = '1234567890';

onStores([SQLITE, POSTGRES], (kind) => {
  let server: TestServer;
  let issuer: ModelIssuer;
  let mei: TestBrowser;
  let ana: TestBrowser;
  beforeEach(async () => {
    const made = (clock: TestServer['clock']) => (issuer = createModelIssuer({ clock }));
    server = await createTestServer({ issuer: made, store: await kind.open() });
    issuer.add(REF, { amount: 100_000, currency: 'SGD' });
    const { browser, managerId } = await setUpShop(server);
    await browser.send('PUT', '/api/settings', { saleLimits: { typed: { above: 0, way: 'manager' } } });
    ana = await signedIn(server, browser, { name: 'Ana', role: 'cashier', pin: '592807' });
    mei = await enrolDevice(server, browser, 'Phone');
    await mei.send('POST', '/api/session', { personId: managerId, pin: MANAGER_PIN });
  });
  afterEach(() => server.close());

  const tender = { code: REF, amount: 6_000, currency: 'SGD', entry: 'typed' };
  const take = (id: string) => ana.send('PUT', `/api/tenders/${id}`, tender);
  const asked = (id: string) => `/api/approvals/${id}/asked`;
  const ask = (id: string, by = ana) => by.send('PUT', asked(id), { wish: { kind: 'tender', tender } });
  /** Answers the request as the manager sees it, unless a version is given. */
  async function answer(id: string, approved: boolean, by = mei, seen?: string) {
    const { body } = await mei.send('GET', '/api/approvals');
    const open = Array.isArray(body) ? (body as OpenApproval[]) : [];
    const version = seen ?? open.find((one) => one.id === id)?.version;
    return by.send('POST', `/api/approvals/${id}/answer`, { approved, version });
  }
  const waiting = async () => (await mei.send('GET', '/api/approvals')).body;
  const stateOf = async (id: string) => (await ana.send('GET', asked(id))).body;

  it('a manager at another device sees and approves the request once, and the trail names both people', async () => {
    const id = randomUUID();
    expect(codeOf(await take(id))).toBe('approval-needed');
    expect((await ask(id)).body).toMatchObject({ state: 'asked', person: null });
    const worth = { amount: 6_000, currency: 'SGD' };
    expect(await waiting()).toMatchObject([{ id, kind: 'tender', person: 'Ana', worth, cards: null }]);
    expect(JSON.stringify(await waiting())).not.toContain(REF);
    expect((await answer(id, true)).status).toBe(204);
    expect(codeOf(await answer(id, false))).toBe('case-moved');
    expect(await stateOf(id)).toMatchObject({ state: 'approved', person: 'Mei' });
    expect(await waiting()).toEqual([]);
    expect(codeOf(await take(randomUUID()))).toBe('approval-needed');
    expect((await take(id)).status).toBe(201);
    const lines = server.db.selectFrom('audit').select('details').where('action', '=', 'tender.approved');
    expect(JSON.parse((await lines.executeTakeFirstOrThrow()).details)).toEqual({ ...worth, for: 'Ana' });
  });

  it('the refusal and the manager’s device show the limit that the request exceeds', async () => {
    const id = randomUUID();
    const limit = { kind: 'typed', above: 0, way: 'manager' };
    expect((await take(id)).body).toMatchObject({ error: { code: 'approval-needed', details: { limit } } });
    await ask(id);
    expect(await waiting()).toMatchObject([{ id, limit }]);
  });

  it('the answer reports if no manager is signed in on any device, so that the cashier does not wait', async () => {
    const id = randomUUID();
    await server.clock.advance(LIMITS.sessionIdleMs - 1_000);
    await ana.send('GET', '/api/session');
    expect((await ask(id)).body).toMatchObject({ state: 'asked', managerSignedIn: true });
    await server.clock.advance(2_000);
    expect(await stateOf(id)).toMatchObject({ state: 'asked', managerSignedIn: false });
  });

  it('an approval covers only the request that the manager saw, which cannot be replaced while it is open', async () => {
    const id = randomUUID();
    await ask(id);
    const [seen] = (await waiting()) as OpenApproval[];
    expect(seen).toMatchObject({ last4: REF.slice(-4), reason: null, worth: { amount: 6_000, currency: 'SGD' } });
    const more = { wish: { kind: 'tender', tender: { ...tender, amount: 90_000 } } };
    expect(codeOf(await ana.send('PUT', asked(id), more))).toBe('id-used');
    expect(codeOf(await mei.send('PUT', asked(id), more))).toBe('id-used');
    expect((await ask(id)).status).toBe(200);
    await ana.send('DELETE', asked(id));
    await ana.send('PUT', asked(id), more);
    expect(codeOf(await answer(id, true, mei, seen?.version))).toBe('case-moved');
    expect(codeOf(await mei.send('POST', `/api/approvals/${id}/answer`, { approved: true }))).toBe('case-moved');
    expect(codeOf(await take(id))).toBe('approval-needed');
    expect(await waiting()).toMatchObject([{ worth: { amount: 90_000 } }]);
    expect((await answer(id, true)).status).toBe(204);
  });

  it('requests that the role does not allow cannot be made, approved or reported', async () => {
    const stock = await signedIn(server, mei, { name: 'Siti', role: 'stock', pin: '592808' });
    const managerId = await idOf('Mei');
    const wish = { kind: 'tender', tender };
    const id = randomUUID();
    expect(codeOf(await ask(id, stock))).toBe('not-allowed');
    const approval = { personId: managerId, pin: MANAGER_PIN, wish };
    expect(codeOf(await stock.send('PUT', `/api/approvals/${id}`, approval))).toBe('not-allowed');
    expect(codeOf(await stock.send('POST', `/api/approvals/${id}/suspected`, { wish }))).toBe('not-allowed');
  });

  it('a request that is refused, expired or withdrawn cannot be used as an approval', async () => {
    const [refused, late, over] = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of [refused, late, over]) await ask(id);
    await answer(refused, false);
    expect(await stateOf(refused)).toMatchObject({ state: 'refused', person: 'Mei' });
    expect((await ana.send('DELETE', asked(over))).status).toBe(204);
    expect(codeOf(await answer(over, true))).toBe('case-moved');
    await server.clock.advance(REQUEST_OPEN_MS);
    expect(await stateOf(late)).toMatchObject({ state: 'over' });
    expect(codeOf(await answer(late, true))).toBe('case-moved');
    for (const id of [refused, late, over]) expect(codeOf(await take(id))).toBe('approval-needed');
    const trail = server.db.selectFrom('audit').select('action').where('action', 'like', '%approv%');
    expect(await trail.execute()).toEqual([{ action: 'approval.refused' }]);
  });

  it('one person has at most five open requests, and waits a minute before repeating a refused request', async () => {
    const ids = Array.from({ length: 6 }, () => randomUUID());
    for (const id of ids.slice(0, 5)) expect((await ask(id)).status).toBe(200);
    expect(codeOf(await ask(ids[5] ?? ''))).toBe('slow-down');
    expect((await ask(ids[0] ?? '')).status).toBe(200);
    expect(await waiting()).toHaveLength(5);
    await answer(ids[0] ?? '', false);
    expect(codeOf(await ask(ids[0] ?? ''))).toBe('slow-down');
    expect((await ask(ids[5] ?? '')).status).toBe(200);
    await server.clock.advance(REQUEST_OPEN_MS);
    expect((await ask(ids[0] ?? '')).status).toBe(200);
  });

  it('people cannot answer their own requests, and only managers answer or see waiting requests', async () => {
    const [own, anas] = [randomUUID(), randomUUID()];
    await ask(own, mei);
    await ask(anas);
    expect(await waiting()).toMatchObject([{ id: anas }]);
    const row = server.db.selectFrom('asked_approval').select('wish_hash').where('operation_id', '=', own);
    const { wish_hash: version } = await row.executeTakeFirstOrThrow();
    expect(codeOf(await answer(own, true, mei, version))).toBe('second-person');
    expect((await ana.send('GET', '/api/approvals')).status).toBe(403);
    expect((await answer(anas, true, ana)).status).toBe(403);
    expect((await mei.send('GET', asked(anas))).status).toBe(404);
  });

  async function idOf(name: string): Promise<string> {
    const { id } = await server.db.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow();
    return id;
  }
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { addPerson, CASHIER_PIN, codeOf, enrolDevice, setUpShop, textAt } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

const NOBODYS = 'B-ABCDEFGHJKMNPQRSTVWXYZABCDEFGH';

onStores([SQLITE, POSTGRES], ({ open }) => {
  let server: TestServer;
  let manager: TestBrowser;
  let till: TestBrowser;
  let ana: string;
  beforeEach(async () => {
    server = await createTestServer({ store: await open() });
    ({ browser: manager } = await setUpShop(server));
    ana = await addPerson(manager, 'Ana', 'cashier', CASHIER_PIN);
    till = await enrolDevice(server, manager, 'Till 2');
  });
  afterEach(() => server.close());

  const make = async () => textAt((await manager.send('POST', `/api/people/${ana}/badge`)).body, 'code');
  const read = (code: string) => till.send('POST', '/api/badges', { code });
  const trail = async () =>
    (await server.db.selectFrom('audit').select(['action', 'details']).orderBy('seq').execute()).slice(-2);

  it('a badge identifies a person, but does not replace the PIN', async () => {
    const code = await make();
    expect((await read(code)).body).toEqual({ id: ana, name: 'Ana', role: 'cashier', language: null });
    expect((await read(code.toLowerCase())).status).toBe(200);
    expect(codeOf(await till.send('GET', '/api/session'))).toBe('signed-out');
    expect((await till.send('POST', '/api/session', { personId: ana, pin: CASHIER_PIN })).status).toBe(200);
  });

  it('a badge is stored as a keyed hash only, and shown once', async () => {
    const code = await make();
    const rows = await server.db.selectFrom('badge').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code.slice(2));
    const people = await manager.send('GET', '/api/people');
    expect(JSON.stringify(people.body)).not.toContain(code.slice(2));
    expect(people.body).toContainEqual(expect.objectContaining({ id: ana, badge: true }));
    expect(server.logged.join('')).not.toContain(code.slice(2));
  });

  it('a replaced, revoked or invented badge is refused, and so is a disabled person’s', async () => {
    const first = await make();
    const second = await make();
    expect([codeOf(await read(first)), (await read(second)).status]).toEqual(['wrong-badge', 200]);
    expect((await manager.send('DELETE', `/api/people/${ana}/badge`)).status).toBe(204);
    expect(codeOf(await read(second))).toBe('wrong-badge');
    expect((await manager.send('DELETE', `/api/people/${ana}/badge`)).status).toBe(404);
    expect(codeOf(await read(NOBODYS))).toBe('wrong-badge');
    const third = await make();
    await manager.send('PATCH', `/api/people/${ana}`, { disabled: true });
    expect(codeOf(await read(third))).toBe('wrong-badge');
    expect((await manager.send('POST', `/api/people/${ana}/badge`)).status).toBe(404);
  });

  it('wrong badges slow down the scanning device, but do not lock out anyone', async () => {
    const code = await make();
    for (let guess = 0; guess < 5; guess += 1) expect((await read(NOBODYS)).status).toBe(403);
    expect((await read(code)).status).toBe(429);
    expect((await till.send('POST', '/api/session', { personId: ana, pin: CASHIER_PIN })).status).toBe(200);
    expect((await manager.send('POST', '/api/badges', { code })).status).toBe(200);
    await server.clock.advance(5_000);
    expect((await read(code)).status).toBe(200);
  });

  it('only managers create and revoke badges, and the trail names them and the failed badges', async () => {
    const code = await make();
    expect(await trail()).toContainEqual({ action: 'person.badge-made', details: '{"name":"Ana"}' });
    await manager.send('DELETE', `/api/people/${ana}/badge`);
    await read(code);
    expect(await trail()).toEqual([
      { action: 'person.badge-revoked', details: '{"name":"Ana"}' },
      { action: 'session.badge-refused', details: '{"name":"Ana"}' },
    ]);
    await till.send('POST', '/api/session', { personId: ana, pin: CASHIER_PIN });
    expect((await till.send('POST', `/api/people/${ana}/badge`)).status).toBe(403);
    expect((await till.send('DELETE', `/api/people/${ana}/badge`)).status).toBe(403);
  });

  it('the lock screen reports if any badges exist', async () => {
    const badges = async () => (await till.send('GET', '/api/shop')).body;
    expect(await badges()).toMatchObject({ badges: false });
    await make();
    expect(await badges()).toMatchObject({ badges: true });
  });
});

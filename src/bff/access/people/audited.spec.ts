import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TrailLine, TrailPage } from '../../../contract/platform/audit.ts';
import {
  addPerson,
  CASHIER_PIN,
  codeOf,
  enrolDevice,
  MANAGER_PIN,
  setUpShop,
  textAt,
} from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

const WRONG_PIN = '918273';

let server: TestServer;
let browser: TestBrowser;
let managerId: string;
beforeEach(async () => {
  server = await createTestServer();
  ({ browser, managerId } = await setUpShop(server));
});
afterEach(() => server.close());

async function trail(): Promise<TrailLine[]> {
  const period = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
  const { status, body } = await browser.send('POST', '/api/audit/search', period);
  expect(status).toBe(200);
  return (body as TrailPage).lines;
}

/** The newest lines, oldest of them first, as `who: action subject`. */
async function latest(count: number): Promise<string[]> {
  const lines = (await trail()).slice(0, count).toReversed();
  return lines.map(({ person, action, details }) =>
    `${person?.name ?? 'nobody'}: ${action} ${details['name'] ?? ''}`.trim(),
  );
}

const signIn = (who: TestBrowser, personId: string, pin: string) => who.send('POST', '/api/session', { personId, pin });

describe('the trail of people and devices', () => {
  it('begins with the setup', async () => {
    expect(await trail()).toMatchObject([
      { action: 'shop.set-up', person: { name: 'Mei' }, device: { name: 'Till 1' }, details: { device: 'Till 1' } },
    ]);
  });

  it('has one entry for each change that a manager makes to a person', async () => {
    const ana = await addPerson(browser, 'Ana', 'cashier', CASHIER_PIN);
    const change = (body: unknown) => browser.send('PATCH', `/api/people/${ana}`, body);
    await change({ name: 'Anna', role: 'stock' });
    await change({ role: 'stock' });
    await change({ pin: '306914' });
    await change({ disabled: true });
    await change({ disabled: true });
    await change({ disabled: false });
    expect(await latest(6)).toEqual([
      'Mei: person.added Ana',
      'Mei: person.renamed',
      'Mei: person.role-changed Anna',
      'Mei: person.pin-reset Anna',
      'Mei: person.disabled Anna',
      'Mei: person.enabled Anna',
    ]);
    const [role] = (await trail()).filter(({ action }) => action === 'person.role-changed');
    expect(role).toMatchObject({ subject: ana, details: { from: 'cashier', to: 'stock' } });
  });

  it('records sign-ins, wrong PINs, locks and unlocks, but not attempts refused without a check', async () => {
    const ana = await addPerson(browser, 'Ana', 'cashier', CASHIER_PIN);
    for (let failure = 0; failure < 10; failure += 1) {
      await signIn(browser, ana, WRONG_PIN);
      await server.clock.advance(10 * 60_000);
    }
    expect(codeOf(await signIn(browser, ana, CASHIER_PIN))).toBe('locked');
    await signIn(browser, managerId, MANAGER_PIN);
    expect((await browser.send('GET', '/api/people')).body).toMatchObject([
      { name: 'Ana', locked: true },
      { name: 'Mei' },
    ]);
    const unlocked = await browser.send('PATCH', `/api/people/${ana}`, { locked: false });
    expect(unlocked.body).toMatchObject({ locked: false });
    await browser.send('PATCH', `/api/people/${ana}`, { locked: false });
    await browser.send('DELETE', '/api/session');
    expect((await signIn(browser, ana, CASHIER_PIN)).status).toBe(200);
    await signIn(browser, managerId, MANAGER_PIN);
    expect(await latest(7)).toEqual([
      'nobody: session.refused Ana',
      'nobody: session.locked Ana',
      'Mei: session.started',
      'Mei: person.unlocked Ana',
      'Mei: session.ended',
      'Ana: session.started',
      'Mei: session.started',
    ]);
  });

  it('records wrong setup and enrolment codes, but not delayed attempts, so that strangers cannot fill the disk', async () => {
    const fresh = await createTestServer();
    const stranger = fresh.browser();
    const guess = { code: 'NOT-THE-CODE', device: { name: 'Theirs' }, manager: { name: 'Eve', pin: MANAGER_PIN } };
    for (let tries = 0; tries < 8; tries += 1) await stranger.send('POST', '/api/setup', guess);
    const kept = await fresh.db.selectFrom('audit').select(['action', 'person_id', 'device_id', 'details']).execute();
    await fresh.close();
    const refused = { action: 'shop.refused', person_id: null, device_id: null, details: '{}' };
    expect(kept).toEqual(Array.from({ length: 5 }, () => refused));

    const other = server.browser();
    for (let tries = 0; tries < 8; tries += 1)
      await other.send('POST', '/api/devices', { code: 'WRONGCOD', name: 'Theirs' });
    expect((await trail()).filter(({ action }) => action === 'device.refused')).toHaveLength(5);
    expect(JSON.stringify(await trail())).not.toContain('Theirs');
  });

  it('names who made the code for a device, and who unlocked and revoked it', async () => {
    const people = [];
    for (const name of ['Ana', 'Bo', 'Cy']) people.push(await addPerson(browser, name, 'cashier', CASHIER_PIN));
    const till = await enrolDevice(server, browser, 'Till 2');
    const id = textAt((await till.send('GET', '/api/shop')).body, 'device', 'id');
    for (let failure = 0; failure < 10; failure += 1) {
      await signIn(till, people[failure % 3] ?? '', WRONG_PIN);
      await server.clock.advance(10 * 60_000);
    }
    await signIn(browser, managerId, MANAGER_PIN);
    expect((await browser.send('GET', '/api/devices')).body).toMatchObject([
      { locked: false },
      { name: 'Till 2', locked: true },
    ]);
    expect((await browser.send('POST', `/api/devices/${id}/unlock`)).status).toBe(204);
    expect((await browser.send('GET', '/api/devices')).body).toMatchObject([
      { locked: false },
      { name: 'Till 2', locked: false },
    ]);
    expect((await signIn(till, people[0] ?? '', CASHIER_PIN)).status).toBe(200);
    await browser.send('DELETE', `/api/devices/${id}`);

    expect(await latest(3)).toEqual([
      'Mei: device.unlocked Till 2',
      'Ana: session.started',
      'Mei: device.revoked Till 2',
    ]);
    const [enrolled] = (await trail()).filter(({ action }) => action === 'device.enrolled');
    expect(enrolled).toMatchObject({ subject: id, person: null, details: { name: 'Till 2', codeBy: 'Mei' } });
    expect((await browser.send('POST', `/api/devices/${id}/unlock`)).status).toBe(404);
  });

  it('names the manager who unlocked the shop after wrong PINs everywhere, visible to managers only', async () => {
    const ana = await addPerson(browser, 'Ana', 'cashier', CASHIER_PIN);
    const till = await enrolDevice(server, browser, 'Till 2');
    const lockOf = async () => (await browser.send('GET', '/api/shop/lock')).body;
    expect(await lockOf()).toEqual({ waiting: false, locked: false });
    const guesses = { subject: 'shop:main', failures: 99, wait_until: server.clock.now(), locked_at: null };
    await server.db.insertInto('pin_guard').values(guesses).execute();
    await signIn(till, ana, WRONG_PIN);
    expect(await lockOf()).toEqual({ waiting: true, locked: true });
    await server.clock.advance(10 * 60_000);
    await signIn(browser, managerId, MANAGER_PIN);
    expect(await lockOf()).toEqual({ waiting: false, locked: false });

    await server.db
      .insertInto('pin_guard')
      .values({ ...guesses, failures: 100, locked_at: 1 })
      .execute();
    await browser.send('DELETE', '/api/session');
    expect(codeOf(await signIn(till, ana, CASHIER_PIN))).toBe('locked');
    expect((await till.send('POST', '/api/shop/unlock')).status).toBe(401);
    await signIn(browser, managerId, MANAGER_PIN);
    await server.db
      .insertInto('pin_guard')
      .values({ ...guesses, failures: 100, locked_at: 1 })
      .execute();
    expect((await browser.send('POST', '/api/shop/unlock')).status).toBe(204);
    expect((await browser.send('POST', '/api/shop/unlock')).status).toBe(204);
    expect((await signIn(till, ana, CASHIER_PIN)).status).toBe(200);
    for (const [method, path] of [
      ['GET', '/api/shop/lock'],
      ['POST', '/api/shop/unlock'],
    ] as const)
      expect(codeOf(await till.send(method, path))).toBe('not-allowed');
    expect(await latest(3)).toEqual(['Mei: session.started', 'Mei: shop.unlocked', 'Ana: session.started']);
  });

  it('refuses to remove the last device, because no other could be admitted', async () => {
    const own = textAt((await browser.send('GET', '/api/shop')).body, 'device', 'id');
    const refused = await browser.send('DELETE', `/api/devices/${own}`);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'last-device']);
    await enrolDevice(server, browser, 'Till 2');
    expect((await browser.send('DELETE', `/api/devices/${own}`)).status).toBe(204);
    expect(codeOf(await browser.send('GET', '/api/session'))).toBe('not-enrolled');
  });

  it('shows when people and devices were last seen', async () => {
    const ana = await addPerson(browser, 'Ana', 'cashier', CASHIER_PIN);
    expect((await browser.send('GET', '/api/people')).body).toMatchObject([
      { name: 'Ana', lastSeenAt: null },
      { name: 'Mei' },
    ]);
    const till = await enrolDevice(server, browser, 'Till 2');
    await signIn(till, ana, CASHIER_PIN);
    const at = new Date(server.clock.now()).toISOString();
    expect((await browser.send('GET', '/api/people')).body).toMatchObject([
      { name: 'Ana', lastSeenAt: at },
      { name: 'Mei' },
    ]);
  });

  it('contains no PIN, code or credential', async () => {
    await addPerson(browser, 'Ana', 'cashier', CASHIER_PIN);
    const made = await browser.send('POST', '/api/devices/codes');
    await signIn(browser, managerId, WRONG_PIN);
    const stored = JSON.stringify(await server.db.selectFrom('audit').selectAll().execute());
    const cookies = browser
      .cookieHeader()
      .split('; ')
      .map((cookie) => cookie.split('=')[1] ?? '');
    for (const secret of [CASHIER_PIN, WRONG_PIN, MANAGER_PIN, textAt(made.body, 'code'), ...cookies])
      expect(stored).not.toContain(secret);
  });
});

describe('a change that cannot be recorded in the trail', () => {
  beforeEach(async () => {
    await enrolDevice(server, browser, 'Till 2');
    await sql`create trigger trail_full before insert on audit begin select raise(abort, 'disk full'); end`.execute(
      server.db,
    );
  });

  it('is refused: no person is added, changed or signed in, and no device is admitted or revoked', async () => {
    const counts = async () => ({
      people: (await browser.send('GET', '/api/people')).body,
      devices: ((await browser.send('GET', '/api/devices')).body as { id: string; name: string }[]).map(
        ({ id, name }) => ({ id, name }),
      ),
      codes: (await server.db.selectFrom('enrolment_code').selectAll().execute()).length,
    });
    const before = await counts();
    const other = before.devices.find(({ name }) => name === 'Till 2');
    const asked = [
      browser.send('POST', '/api/people', { name: 'Ana', role: 'cashier', pin: CASHIER_PIN }),
      browser.send('PATCH', `/api/people/${managerId}`, { name: 'Ms Mei' }),
      browser.send('POST', '/api/devices/codes'),
      browser.send('DELETE', `/api/devices/${other?.id}`),
      signIn(browser, managerId, MANAGER_PIN),
    ];
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);
    expect(await counts()).toEqual(before);
  });
});

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { codeOf, enrolDevice, MANAGER_PIN, setUpShop, textAt } from '../../../testing/rigs/people.ts';
import { createTestServer, SETUP_CODE, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

describe('sessions', () => {
  it('continue if the database cannot be written, but are not extended', async () => {
    const { browser } = await setUpShop(server);
    for (const table of ['device', 'session'])
      await sql
        .raw(`CREATE TRIGGER full_${table} BEFORE UPDATE ON ${table} BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
        .execute(server.db);
    await server.clock.advance(LIMITS.sessionIdleMs - 1_000);
    expect((await browser.send('GET', '/api/devices')).status).toBe(200);
    await server.clock.advance(1_000);
    expect(codeOf(await browser.send('GET', '/api/session'))).toBe('signed-out');
  });

  it('end after two idle minutes, and a validity check does not extend them', async () => {
    const { browser } = await setUpShop(server);
    await server.clock.advance(LIMITS.sessionIdleMs - 1_000);
    expect((await browser.send('GET', '/api/session')).status).toBe(200);
    await server.clock.advance(1_000);
    expect(codeOf(await browser.send('GET', '/api/session'))).toBe('signed-out');
  });

  it('last while they are used, up to twelve hours', async () => {
    const { browser } = await setUpShop(server);
    const startedAt = server.clock.now();
    while (server.clock.now() - startedAt < LIMITS.sessionAbsoluteMs - 60_000) {
      await server.clock.advance(60_000);
      expect((await browser.send('GET', '/api/devices')).status).toBe(200);
    }
    const { body } = await browser.send('GET', '/api/session');
    expect(Date.parse(textAt(body, 'expiresAt'))).toBe(startedAt + LIMITS.sessionAbsoluteMs);
    await server.clock.advance(60_000);
    expect(codeOf(await browser.send('GET', '/api/devices'))).toBe('signed-out');
  });

  it('get a new token at each sign-in, which invalidates the old one', async () => {
    const { browser, managerId } = await setUpShop(server);
    const before = browser.cookieHeader();
    await browser.send('POST', '/api/session', { personId: managerId, pin: MANAGER_PIN });
    expect(browser.cookieHeader()).not.toBe(before);
    const stolen = await server.app.request('http://till.test/api/session', { headers: { cookie: before } });
    expect(stolen.status).toBe(401);
  });

  it('belong to one device: a token used on another device is refused', async () => {
    const { browser } = await setUpShop(server);
    const other = await enrolDevice(server, browser, 'Till 2');
    const session = browser
      .cookieHeader()
      .split('; ')
      .find((cookie) => cookie.includes('session'));
    const moved = await server.app.request('http://till.test/api/session', {
      headers: { cookie: `${other.cookieHeader()}; ${session}` },
    });
    expect(moved.status).toBe(401);
  });

  it('end at sign-out, which keeps the device enrolled and clears the browser’s cache', async () => {
    const { browser } = await setUpShop(server);
    const { status, headers } = await browser.send('DELETE', '/api/session');
    expect([status, headers.get('clear-site-data')]).toEqual([204, '"cache"']);
    expect(codeOf(await browser.send('GET', '/api/session'))).toBe('signed-out');
    expect((await browser.send('GET', '/api/people')).status).toBe(200);
  });

  it('use cookies that scripts, other sites and plain HTTP cannot read', async () => {
    const https = await createTestServer({ env: { PUBLIC_ORIGIN: 'https://till.example' } });
    const origin = { origin: 'https://till.example' };
    const { headers } = await https
      .browser()
      .send(
        'POST',
        '/api/setup',
        { code: SETUP_CODE, device: { name: 'Till 1' }, manager: { name: 'Mei', pin: MANAGER_PIN } },
        origin,
      );
    const cookies = headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(
        /^__Host-tillside-(device|session)=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
      );
    }
    await https.close();
  });
});

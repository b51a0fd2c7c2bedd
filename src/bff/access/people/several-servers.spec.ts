import { afterEach, beforeEach, expect, it } from 'vitest';
import { onStores, POSTGRES } from '../../../testing/databases/stores.ts';
import {
  addPerson,
  at,
  CASHIER_PIN,
  codeOf,
  enrolDevice,
  MANAGER_PIN,
  setUpShop,
  textAt,
} from '../../../testing/rigs/people.ts';
import { createTestServer, SETUP_CODE, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';

const WRONG_PIN = '918273';

onStores([POSTGRES], ({ open }) => {
  let first: TestServer;
  let second: TestServer;
  beforeEach(async () => {
    const store = await open();
    if (!store.another) throw new Error('PostgreSQL takes several servers');
    first = await createTestServer({ store });
    second = await createTestServer({ store: await store.another() });
  });
  afterEach(async () => {
    await second.close();
    await first.close();
  });

  const signIn = (browser: TestBrowser, personId: string, pin: string) =>
    browser.send('POST', '/api/session', { personId, pin });
  const statuses = (answers: readonly { status: number }[]) =>
    answers.map(({ status }) => status).sort((a, b) => a - b);

  it('setup on two servers at once creates one manager', async () => {
    const setUp = (name: string) => ({
      code: SETUP_CODE,
      device: { name: 'Till 1' },
      manager: { name, pin: MANAGER_PIN },
    });
    const both = await Promise.all(
      [first, second].map((server, which) => server.browser().send('POST', '/api/setup', setUp(`Mei ${which}`))),
    );
    expect(statuses(both)).toEqual([201, 409]);
  });

  it('a till that was admitted by one server works on the other, until either revokes it', async () => {
    const { browser, managerId } = await setUpShop(first);
    const till = await enrolDevice(first, browser, 'Till 2');
    const elsewhere = (method: string, path: string, body?: unknown) =>
      second.browser().send(method, path, body, { cookie: till.cookieHeader() });
    const signedIn = await elsewhere('POST', '/api/session', { personId: managerId, pin: MANAGER_PIN });
    expect(signedIn.status).toBe(200);
    const devices = (await browser.send('GET', '/api/devices')).body;
    const id = (devices as { id: string; name: string }[]).find(({ name }) => name === 'Till 2')?.id;
    expect((await browser.send('DELETE', `/api/devices/${id}`)).status).toBe(204);
    expect((await elsewhere('GET', '/api/people')).status).toBe(401);
  });

  it('an enrolment code used on two servers at once admits one device', async () => {
    const { browser } = await setUpShop(first);
    const code = textAt((await browser.send('POST', '/api/devices/codes')).body, 'code');
    const both = await Promise.all(
      [first, second].map((server) => server.browser().send('POST', '/api/devices', { code, name: 'Till 2' })),
    );
    expect(statuses(both)).toEqual([201, 403]);
  });

  it('wrong PINs sent to two servers at once are all counted', async () => {
    const { browser } = await setUpShop(first);
    const cashier = await addPerson(browser, 'Ana', 'cashier', CASHIER_PIN);
    const till = await enrolDevice(first, browser, 'Till 2');
    const tries = [first, second, first, second].map((server) =>
      server
        .browser()
        .send('POST', '/api/session', { personId: cashier, pin: WRONG_PIN }, { cookie: till.cookieHeader() }),
    );
    const left = (await Promise.all(tries)).map(({ body }) => at(body, 'error', 'details', 'attemptsLeft'));
    expect(new Set(left)).toEqual(new Set([6, 7, 8, 9]));
  });

  it('if people with the same name are added on two servers at once, one request is refused as a duplicate', async () => {
    const { browser } = await setUpShop(first);
    const add = (server: TestServer) =>
      server
        .browser()
        .send(
          'POST',
          '/api/people',
          { name: 'Ana', role: 'cashier', pin: CASHIER_PIN },
          { cookie: browser.cookieHeader() },
        );
    const both = await Promise.all([add(first), add(second)]);
    expect(statuses(both)).toEqual([201, 409]);
    expect(both.map(codeOf)).toContain('name-taken');
  });

  it('if two managers disable each other at the same time, one remains', async () => {
    const { browser, managerId } = await setUpShop(first);
    const other = await addPerson(browser, 'Kim', 'manager', CASHIER_PIN);
    const till = await enrolDevice(first, browser, 'Till 2');
    await signIn(till, other, CASHIER_PIN);
    const shutOut = (server: TestServer, by: TestBrowser, id: string) =>
      server.browser().send('PATCH', `/api/people/${id}`, { disabled: true }, { cookie: by.cookieHeader() });
    const both = await Promise.all([shutOut(first, browser, other), shutOut(second, till, managerId)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.every(({ status }) => [200, 401, 409].includes(status))).toBe(true);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
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

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const setUp = (code: string, pin = MANAGER_PIN) => ({
  code,
  device: { name: 'Till 1' },
  manager: { name: 'Mei', pin },
});
const signIn = (browser: TestBrowser, personId: string, pin: string) =>
  browser.send('POST', '/api/session', { personId, pin });

describe('the first set-up', () => {
  it('creates a device and a signed-in manager, once', async () => {
    const { browser } = await setUpShop(server);
    expect((await browser.send('GET', '/api/session')).body).toMatchObject({
      person: { name: 'Mei', role: 'manager' },
    });
    expect((await browser.send('GET', '/api/shop')).body).toMatchObject({
      setUp: true,
      device: { name: 'Till 1' },
      practice: false,
    });

    const again = await server.browser().send('POST', '/api/setup', setUp(SETUP_CODE));
    expect([again.status, codeOf(again)]).toEqual([409, 'already-set-up']);
  });

  it('saves the shop name and the amount entry setting for everyone who signs in', async () => {
    const browser = server.browser();
    const shop = { name: 'Café Orchid', typedAmounts: 'cents' };
    await browser.send('POST', '/api/setup', { ...setUp(SETUP_CODE), shop });
    const personId = await addPerson(browser, 'Ana', 'cashier', CASHIER_PIN);
    expect((await signIn(browser, personId, CASHIER_PIN)).status).toBe(200);
    expect((await browser.send('GET', '/api/settings')).body).toMatchObject({
      shopName: 'Café Orchid',
      typedAmounts: 'cents',
    });
    expect(codeOf(await browser.send('PUT', '/api/settings', { shopName: 'Another' }))).toBe('not-allowed');
  });

  it('accepts the code in any case and grouping', async () => {
    const answer = await server.browser().send('POST', '/api/setup', setUp(' setup code for tests '));
    expect(answer.status).toBe(201);
  });

  it.each(['111111', '123456', '987654', '121212', '123123'])('refuses the PIN %s and can be repeated', async (pin) => {
    const weak = await server.browser().send('POST', '/api/setup', setUp(SETUP_CODE, pin));
    expect([weak.status, codeOf(weak)]).toEqual([400, 'weak-pin']);
    expect((await server.browser().send('POST', '/api/setup', setUp(SETUP_CODE))).status).toBe(201);
  });

  it('creates one manager when two requests arrive at once', async () => {
    const both = await Promise.all([1, 2].map(() => server.browser().send('POST', '/api/setup', setUp(SETUP_CODE))));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });
});

describe('devices', () => {
  it('an enrolment code admits one device, within ten minutes', async () => {
    const { browser } = await setUpShop(server);
    const { body } = await browser.send('POST', '/api/devices/codes');
    const code = textAt(body, 'code');
    expect(Date.parse(textAt(body, 'expiresAt'))).toBe(server.clock.now() + LIMITS.enrolmentCodeMs);

    const first = await server.browser().send('POST', '/api/devices', { code: code.toLowerCase(), name: 'Till 2' });
    const second = await server.browser().send('POST', '/api/devices', { code, name: 'Till 3' });
    expect([first.status, second.status, codeOf(second)]).toEqual([201, 403, 'wrong-enrolment-code']);
  });

  it('an enrolment code expires after ten minutes', async () => {
    const { browser } = await setUpShop(server);
    const { body } = await browser.send('POST', '/api/devices/codes');
    await server.clock.advance(LIMITS.enrolmentCodeMs);
    const late = await server.browser().send('POST', '/api/devices', { code: textAt(body, 'code'), name: 'Till 2' });
    expect([late.status, codeOf(late)]).toEqual([403, 'wrong-enrolment-code']);
  });

  it('if two browsers use the same code at once, only one is admitted', async () => {
    const { browser } = await setUpShop(server);
    const { body } = await browser.send('POST', '/api/devices/codes');
    const request = { code: textAt(body, 'code'), name: 'Till 2' };
    const both = await Promise.all([1, 2].map(() => server.browser().send('POST', '/api/devices', request)));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 403]));
  });

  it('guessing enrolment codes is slowed down', async () => {
    await setUpShop(server);
    const guesses = [];
    for (let guess = 0; guess < 6; guess += 1)
      guesses.push(await server.browser().send('POST', '/api/devices', { code: `ABCD-EFG${guess}`, name: 'X' }));
    expect(guesses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 429]);
  });

  it('a revoked device loses access and its session at once', async () => {
    const { browser, managerId } = await setUpShop(server);
    const till = await enrolDevice(server, browser, 'Till 2');
    await signIn(till, managerId, MANAGER_PIN);
    const { body } = await browser.send('GET', '/api/devices');
    expect(body).toMatchObject([
      { name: 'Till 1', current: true },
      { name: 'Till 2', current: false },
    ]);

    const lost = textAt((await till.send('GET', '/api/shop')).body, 'device', 'id');
    expect((await browser.send('DELETE', `/api/devices/${lost}`)).status).toBe(204);
    expect(codeOf(await till.send('GET', '/api/session'))).toBe('not-enrolled');
    expect(codeOf(await till.send('GET', '/api/people'))).toBe('not-enrolled');
    expect((await browser.send('DELETE', `/api/devices/${lost}`)).status).toBe(404);
    expect((await browser.send('GET', '/api/session')).status).toBe(200);
  });

  it('the database contains only hashes, which admit no one', async () => {
    const { browser } = await setUpShop(server);
    const tables = ['device', 'session', 'enrolment_code', 'person'] as const;
    const dump = JSON.stringify(
      await Promise.all(tables.map((table) => server.db.selectFrom(table).selectAll().execute())),
    );
    const secrets = browser
      .cookieHeader()
      .split('; ')
      .map((cookie) => cookie.split('=')[1] ?? '');
    expect(secrets.map((secret) => secret.length)).toEqual([43, 43]);
    for (const secret of [...secrets, MANAGER_PIN]) expect(dump).not.toContain(secret);
  });
});

describe('wrong PINs', () => {
  it('cause a doubling delay after five attempts, a lock after ten, and are cleared by a new PIN', async () => {
    const { browser, managerId } = await setUpShop(server);
    const ana = await addPerson(browser, 'Ana', 'cashier', CASHIER_PIN);
    const till = await enrolDevice(server, browser, 'Till 2');
    const left: unknown[] = [];
    for (let failure = 1; failure <= 9; failure += 1) {
      const wrong = await signIn(till, ana, WRONG_PIN);
      expect([wrong.status, codeOf(wrong)]).toEqual([401, 'wrong-pin']);
      left.push(at(wrong.body, 'error', 'details', 'attemptsLeft'));
      if (failure < 5) continue;
      const hasty = await signIn(till, ana, CASHIER_PIN);
      const waitMs = at(hasty.body, 'error', 'details', 'retryAfterMs');
      expect([hasty.status, codeOf(hasty), waitMs]).toEqual([429, 'slow-down', 5_000 * 2 ** (failure - 5)]);
      await server.clock.advance(Number(waitMs));
    }
    expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const tenth = await signIn(till, ana, WRONG_PIN);
    expect([tenth.status, codeOf(tenth)]).toEqual([423, 'locked']);
    await server.clock.advance(24 * 60 * 60_000);
    expect(codeOf(await signIn(till, ana, CASHIER_PIN))).toBe('locked');

    await signIn(browser, managerId, MANAGER_PIN);
    const people = await browser.send('GET', '/api/people');
    expect(people.body).toMatchObject([
      { name: 'Ana', locked: true },
      { name: 'Mei', locked: false },
    ]);
    const reset = await browser.send('PATCH', `/api/people/${ana}`, { pin: '306914' });
    expect(reset.body).toMatchObject({ locked: false });
    expect((await signIn(browser, ana, '306914')).status).toBe(200);
  });

  it('spread over several people lock the device, and a manager who signs in on it unlocks it', async () => {
    const { browser, managerId } = await setUpShop(server);
    const people = [];
    for (const name of ['Ana', 'Bo', 'Cy']) people.push(await addPerson(browser, name, 'cashier', CASHIER_PIN));
    const till = await enrolDevice(server, browser, 'Till 2');
    for (let failure = 0; failure < 10; failure += 1) {
      await signIn(till, people[failure % 3] ?? '', WRONG_PIN);
      await server.clock.advance(10 * 60_000);
    }
    expect(codeOf(await signIn(till, people[0] ?? '', CASHIER_PIN))).toBe('locked');
    expect((await signIn(browser, people[0] ?? '', CASHIER_PIN)).status).toBe(200);
    expect((await signIn(till, managerId, MANAGER_PIN)).status).toBe(200);
    expect((await signIn(till, people[0] ?? '', CASHIER_PIN)).status).toBe(200);
  });

  it('sent at the same time are counted one by one', async () => {
    const { browser } = await setUpShop(server);
    const ana = await addPerson(browser, 'Ana', 'cashier', CASHIER_PIN);
    const burst = await Promise.all(Array.from({ length: 20 }, () => signIn(browser, ana, WRONG_PIN)));
    const codes = burst.map(codeOf);
    expect(codes.filter((code) => code === 'wrong-pin')).toHaveLength(5);
    expect(codes.filter((code) => code === 'slow-down')).toHaveLength(15);
  });

  it('cause the same delay when the clock is set back by an hour', async () => {
    const { browser, managerId } = await setUpShop(server);
    for (let failure = 0; failure < 5; failure += 1) await signIn(browser, managerId, WRONG_PIN);
    expect(codeOf(await signIn(browser, managerId, MANAGER_PIN))).toBe('slow-down');
    server.clock.jump(-3_600_000);
    expect((await signIn(browser, managerId, MANAGER_PIN)).status).toBe(200);
  });

  it('are cleared by the right PIN', async () => {
    const { browser, managerId } = await setUpShop(server);
    for (let round = 0; round < 3; round += 1) {
      for (let failure = 0; failure < 4; failure += 1)
        expect(codeOf(await signIn(browser, managerId, WRONG_PIN))).toBe('wrong-pin');
      expect((await signIn(browser, managerId, MANAGER_PIN)).status).toBe(200);
    }
  });

  it('get the same answer for unknown and for disabled people', async () => {
    const { browser } = await setUpShop(server);
    const ana = await addPerson(browser, 'Ana', 'cashier', CASHIER_PIN);
    const bo = await addPerson(browser, 'Bo', 'cashier', CASHIER_PIN);
    await browser.send('PATCH', `/api/people/${bo}`, { disabled: true });
    const answers = [];
    for (const [id, pin] of [
      [ana, WRONG_PIN],
      [bo, CASHIER_PIN],
      ['nobody', CASHIER_PIN],
    ] as const) {
      const till = await enrolDevice(server, browser, 'Another till');
      const { status, body } = await signIn(till, id, pin);
      answers.push({
        status,
        code: at(body, 'error', 'code'),
        message: at(body, 'error', 'message'),
        details: at(body, 'error', 'details'),
      });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('cannot be tried from a browser that is not enrolled', async () => {
    const { managerId } = await setUpShop(server);
    expect(codeOf(await signIn(server.browser(), managerId, MANAGER_PIN))).toBe('not-enrolled');
  });
});

describe('people', () => {
  it('changing a role or disabling a person takes effect at once', async () => {
    const { browser, managerId } = await setUpShop(server);
    const bo = await addPerson(browser, 'Bo', 'manager', CASHIER_PIN);
    const till = await enrolDevice(server, browser, 'Till 2');
    await signIn(till, bo, CASHIER_PIN);
    expect((await till.send('GET', '/api/devices')).status).toBe(200);
    await browser.send('PATCH', `/api/people/${bo}`, { role: 'stock' });
    expect(codeOf(await till.send('GET', '/api/devices'))).toBe('not-allowed');
    await browser.send('PATCH', `/api/people/${bo}`, { disabled: true });
    expect(codeOf(await till.send('GET', '/api/session'))).toBe('signed-out');
    await browser.send('PATCH', `/api/people/${bo}`, { disabled: false });
    expect(codeOf(await till.send('GET', '/api/session'))).toBe('signed-out');
    expect((await till.send('GET', '/api/people')).body).toEqual([
      { id: bo, name: 'Bo', role: 'stock', language: null },
      { id: managerId, name: 'Mei', role: 'manager', language: null },
    ]);
  });

  it('a chosen language follows the person to every device and does not affect other people', async () => {
    const { browser, managerId } = await setUpShop(server);
    const bo = await addPerson(browser, 'Bo', 'cashier', CASHIER_PIN);
    expect((await browser.send('PUT', '/api/session/language', { language: 'ta' })).status).toBe(204);
    const till = await enrolDevice(server, browser, 'Till 2');
    expect((await till.send('GET', '/api/people')).body).toMatchObject([
      { id: bo, language: null },
      { id: managerId, language: 'ta' },
    ]);
    expect((await browser.send('GET', '/api/session')).body).toMatchObject({
      person: { id: managerId, language: 'ta' },
    });
    expect((await browser.send('PUT', '/api/session/language', { language: 'xx' })).status).toBe(400);
  });

  it('the last manager cannot be disabled or lose the role', async () => {
    const { browser, managerId } = await setUpShop(server);
    for (const change of [{ disabled: true }, { role: 'cashier' }]) {
      const answer = await browser.send('PATCH', `/api/people/${managerId}`, change);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'last-manager']);
    }
    const bo = await addPerson(browser, 'Bo', 'manager', CASHIER_PIN);
    expect((await browser.send('PATCH', `/api/people/${managerId}`, { role: 'cashier' })).status).toBe(200);
    await signIn(browser, bo, CASHIER_PIN);
    expect(codeOf(await browser.send('PATCH', `/api/people/${bo}`, { disabled: true }))).toBe('last-manager');
  });

  it.each(['MEI', 'Ｍｅｉ', 'Mеi', 'M ei', 'rnei'])(
    'a name that looks like Mei (%s) is refused, when adding or renaming a person',
    async (alike) => {
      const { browser, managerId } = await setUpShop(server);
      const ana = await addPerson(browser, 'Ana', 'cashier', CASHIER_PIN);
      const other = { name: alike, role: 'cashier', pin: '730491' };
      expect(codeOf(await browser.send('POST', '/api/people', other))).toBe('name-taken');
      expect(codeOf(await browser.send('PATCH', `/api/people/${ana}`, { name: alike }))).toBe('name-taken');
      expect((await browser.send('PATCH', `/api/people/${managerId}`, { name: alike })).status).toBe(200);
      expect((await browser.send('POST', '/api/people', { ...other, name: 'Mel' })).status).toBe(201);
    },
  );

  it('names are unique, PINs are never returned, and unknown ids return not found', async () => {
    const { browser } = await setUpShop(server);
    const taken = await browser.send('POST', '/api/people', { name: 'Mei', role: 'cashier', pin: CASHIER_PIN });
    expect([taken.status, codeOf(taken)]).toEqual([409, 'name-taken']);
    const weak = await browser.send('POST', '/api/people', { name: 'Ana', role: 'cashier', pin: '222222' });
    expect([weak.status, codeOf(weak)]).toEqual([400, 'weak-pin']);
    expect((await browser.send('PATCH', '/api/people/nobody', { name: 'X' })).status).toBe(404);
    expect(JSON.stringify((await browser.send('GET', '/api/people')).body)).not.toMatch(/pin|hash/i);
  });

  it('the log contains no typed PIN and no issued code or token', async () => {
    const { browser, managerId } = await setUpShop(server);
    await signIn(browser, managerId, WRONG_PIN);
    await signIn(browser, managerId, MANAGER_PIN);
    const secrets = browser
      .cookieHeader()
      .split('; ')
      .map((cookie) => cookie.split('=')[1] ?? '');
    for (const secret of [...secrets, MANAGER_PIN, WRONG_PIN, SETUP_CODE])
      expect(server.logged.join('')).not.toContain(secret);
  });
});

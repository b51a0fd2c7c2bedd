import { afterEach, beforeEach, expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { codeOf, MANAGER_PIN, setUpShop, textAt } from '../../../testing/rigs/people.ts';
import { createBrowser, createTestServer, SETUP_CODE, type TestServer } from '../../../testing/test-server.ts';
import { networkOf } from '../../platform/http/network-of.ts';

onStores([SQLITE, POSTGRES], (kind) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer({ store: await kind.open() });
  });
  afterEach(() => server.close());

  const from = (remoteAddress: string, at = server) =>
    createBrowser((request) => at.app.fetch(request, { remoteAddress }));
  const setUp = (code: string) => ({ code, device: { name: 'Till 1' }, manager: { name: 'Mei', pin: MANAGER_PIN } });
  const tryCode = async (code: string, address: string, at = server) => {
    const answer = await from(address, at).send('POST', '/api/setup', setUp(code));
    return answer.status === 201 ? 'in' : codeOf(answer);
  };
  const enrol = async (code: string, address: string) => {
    const answer = await from(address).send('POST', '/api/devices', { code, name: 'Till 2' });
    return answer.status === 201 ? 'in' : codeOf(answer);
  };

  it('five wrong setup codes delay only their own address, and the right code is accepted meanwhile', async () => {
    for (let guess = 0; guess < 5; guess += 1)
      expect(await tryCode(`WRONG-${guess}`, '10.0.0.1')).toBe('wrong-setup-code');
    expect(await tryCode('WRONG-9', '10.0.0.1')).toBe('slow-down');
    expect(await tryCode('WRONG-9', '10.0.0.2')).toBe('wrong-setup-code');
    expect(await tryCode(SETUP_CODE, '10.0.0.1')).toBe('in');
  });

  it('wrong codes from many addresses delay those addresses, but not the one with the right code', async () => {
    for (let guess = 0; guess < 20; guess += 1)
      expect(await tryCode(`WRONG-${guess}`, `10.0.0.${guess}`)).toBe('wrong-setup-code');
    for (let guess = 20; guess < 40; guess += 1)
      expect(await tryCode(`WRONG-${guess}`, `10.0.0.${guess}`)).toBe('slow-down');
    expect(await server.db.selectFrom('pin_guard').select('subject').execute()).toHaveLength(21);
    expect(await tryCode(SETUP_CODE, '10.0.0.99')).toBe('in');
  });

  it('wrong enrolment codes do not block a device that has the right one', async () => {
    const { browser } = await setUpShop(server);
    const code = textAt((await browser.send('POST', '/api/devices/codes')).body, 'code');
    const tried = await Promise.all(
      Array.from({ length: 60 }, (_, guess) => enrol(`AAAA-${1000 + guess}`, '10.0.0.1')),
    );
    expect(tried.filter((answer) => answer === 'wrong-enrolment-code')).toHaveLength(5);
    expect(await enrol(code, '10.0.0.1')).toBe('in');
    expect(await enrol(code, '10.0.0.1')).toBe('wrong-enrolment-code');
  });

  it('sign-in refuses an id with a character that the database cannot store', async () => {
    const { browser } = await setUpShop(server);
    const answer = await browser.send('POST', '/api/session', { personId: 'a\u0000b', pin: MANAGER_PIN });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'bad-request']);
  });

  it('the count of an address is deleted after a day', async () => {
    await tryCode('WRONG', '10.0.0.1');
    await server.clock.advance(24 * 60 * 60_000 + 1);
    await tryCode('WRONG', '10.0.0.2');
    const kept = await server.db.selectFrom('pin_guard').select('subject').orderBy('subject').execute();
    expect(kept.map(({ subject }) => subject)).toEqual(['setup-from:main 10.0.0.2', 'setup:main']);
  });
});

it('addresses in one IPv6 network are counted together', () => {
  expect(networkOf('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('::ffff:10.0.0.7')).toBe('10.0.0.7');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
  expect(networkOf(null)).toBe('unknown');
});

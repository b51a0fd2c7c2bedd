import { afterEach, beforeEach, expect, it } from 'vitest';
import { isTrivialPin, type TrainingEntry, trainingSchema } from '../../../contract/access/people.ts';
import { addPerson, CASHIER_PIN, codeOf, setUpShop } from '../../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../../testing/test-server.ts';
import { assertKindOfJournal } from './training.ts';

const VOUCHER = {
  ref: '1234567890',
  qr: '1234567890',
  title: 'Ten',
  shows: 'an active one',
  group: 'everyday',
  sequence: null,
} as const;

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer({ practiceVouchers: () => [VOUCHER] });
  await server.parts.practice?.prepare();
});
afterEach(() => server.close());

async function enter(browser: TestBrowser): Promise<TrainingEntry> {
  return trainingSchema.parse((await browser.send('POST', '/api/practice')).body);
}

it('one tap enrols a device and lists three people who can sign in', async () => {
  const browser = server.browser();
  const { people } = await enter(browser);
  expect(people.map(({ role }) => role)).toEqual(['cashier', 'stock', 'manager']);
  for (const { id, name, role, pin } of people) {
    expect(isTrivialPin(pin)).toBe(false);
    const answer = await browser.send('POST', '/api/session', { personId: id, pin });
    expect(answer.body).toMatchObject({ person: { id, name, role } });
  }
  expect((await browser.send('GET', '/api/practice/vouchers')).body).toEqual([VOUCHER]);
});

it('entering training mode again keeps the same device', async () => {
  const browser = server.browser();
  const first = await enter(browser);
  const again = await enter(browser);
  expect(again).toEqual(first);
  expect(await server.db.selectFrom('device').selectAll().execute()).toHaveLength(1);
});

it('each training device has a distinct name', async () => {
  const names: string[] = [];
  for (let count = 0; count < 3; count += 1) names.push((await enter(server.browser())).device.name);
  expect(names).toEqual(['Training till', 'Training till 2', 'Training till 3']);
});

it('entering training mode resets changes to the training staff', async () => {
  const browser = server.browser();
  const { people } = await enter(browser);
  const [cashier, , manager] = people;
  if (!cashier || !manager) throw new Error('three people were expected');
  await browser.send('POST', '/api/session', { personId: manager.id, pin: manager.pin });
  await browser.send('PATCH', `/api/people/${cashier.id}`, { pin: '306914', disabled: true });
  expect(codeOf(await browser.send('POST', '/api/session', { personId: cashier.id, pin: cashier.pin }))).toBe(
    'wrong-pin',
  );
  await enter(browser);
  expect((await browser.send('POST', '/api/session', { personId: cashier.id, pin: cashier.pin })).status).toBe(200);
});

it('the training manager counts neither as setup nor as another manager', async () => {
  expect((await server.browser().send('GET', '/api/shop')).body).toMatchObject({ practice: true, setUp: false });
  const { browser, managerId } = await setUpShop(server);
  expect((await browser.send('GET', '/api/shop')).body).toMatchObject({ setUp: true });
  expect(codeOf(await browser.send('PATCH', `/api/people/${managerId}`, { disabled: true }))).toBe('last-manager');
});

it('training mode does not exist with a real voucher service', async () => {
  const real = await createTestServer();
  const { browser } = await setUpShop(real);
  await addPerson(browser, 'Ana', 'cashier', CASHIER_PIN);
  for (const answer of [
    await browser.send('POST', '/api/practice'),
    await browser.send('GET', '/api/practice/vouchers'),
  ]) {
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not-found']);
  }
  expect(JSON.stringify(await real.db.selectFrom('person').selectAll().execute())).not.toContain('practice');
  await real.close();
});

it('training and real money never share a journal', async () => {
  await expect(assertKindOfJournal(server.db, 'remote', 'DATA_DIR')).rejects.toThrow('training journal');
  await expect(assertKindOfJournal(server.db, 'sandbox', 'DATA_DIR')).resolves.toBeUndefined();
  const real = await createTestServer();
  await expect(assertKindOfJournal(real.db, 'sandbox', 'DATA_DIR')).resolves.toBeUndefined();
  await setUpShop(real);
  await expect(assertKindOfJournal(real.db, 'sandbox', 'DATA_DIR')).rejects.toThrow('real voucher service');
  await expect(assertKindOfJournal(real.db, 'remote', 'DATA_DIR')).resolves.toBeUndefined();
  await real.close();
});

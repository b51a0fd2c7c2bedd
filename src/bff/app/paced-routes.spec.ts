import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codeOf, enrolDevice, MANAGER_PIN, setUpShop, textAt } from '../../testing/rigs/people.ts';
import { createTestServer, type TestBrowser, type TestServer } from '../../testing/test-server.ts';

const HOUR_MS = 60 * 60_000;
const REGISTER = 'https://register.example';

let server: TestServer;
let mei: TestBrowser;
let managerId: string;
beforeEach(async () => {
  server = await createTestServer();
  ({ browser: mei, managerId } = await setUpShop(server));
  await mei.send('POST', '/api/registers', { origin: REGISTER, name: 'Register' });
});
afterEach(() => server.close());

const wish = { kind: 'refund', refund: { tenderId: randomUUID(), reason: 'Wrong voucher' } };
const link = (reference: string) => ({
  amount: 1_000,
  currency: 'SGD',
  reference,
  state: 's',
  returnUrl: `${REGISTER}/back`,
});
const open = (by: TestBrowser) => by.send('PUT', `/api/pay-links/${randomUUID()}`, link(randomUUID()));

/** Actions at one till that store a row, and their limits within an hour. */
const PACED: readonly [
  name: string,
  most: number,
  once: (by: TestBrowser, linkId: string) => ReturnType<typeof open>,
][] = [
  ['a suspicion', 20, (by) => by.send('POST', `/api/approvals/${randomUUID()}/suspected`, { wish })],
  ['a code for a customer display', 20, (by) => by.send('POST', '/api/displays/codes')],
  ['a pay link', 240, open],
  ['an answer to a register', 240, (by, id) => by.send('POST', `/api/pay-links/${id}/return`, { awaiting: [] })],
];

it.each(PACED)('%s is accepted %i times an hour from one till, and again an hour later', async (_, most, once) => {
  const linkId = textAt((await open(await enrolledBeside())).body, 'id');
  for (let count = 0; count < most; count += 1) expect((await once(mei, linkId)).status).toBeLessThan(300);
  expect(codeOf(await once(mei, linkId))).toBe('slow-down');
  const beside = await enrolledBeside();
  expect((await once(beside, linkId)).status).toBeLessThan(300);
  await server.clock.advance(HOUR_MS);
  await signIn(mei);
  expect((await once(mei, linkId)).status).toBeLessThan(300);
});

async function enrolledBeside(): Promise<TestBrowser> {
  const beside = await enrolDevice(server, mei, `Till ${randomUUID().slice(0, 8)}`);
  await signIn(beside);
  return beside;
}

const signIn = (by: TestBrowser) => by.send('POST', '/api/session', { personId: managerId, pin: MANAGER_PIN });

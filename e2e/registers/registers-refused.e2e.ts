import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request as playwrightRequest } from '@playwright/test';
import { freePort } from '../../src/testing/free-port.ts';
import { startOfGuide } from '../support/guide.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { ask, createWorld, expect, openShop, signIn, test, type World } from '../support/world.ts';

/** Refusals for registers, and for pages that pretend to be one. */

const REF = '1000000050';
const ALL = ['check', 'redeem', 'refund', 'read'];

test.beforeEach(async ({ context, world }) => {
  await openShop(context, world);
  await signIn(context, world, 'manager');
});

/** Returns the status of a response, and the code of a refusal. */
async function answerTo({ origin }: World, key: string, method: string, path: string, sent?: unknown): Promise<[number, string?]> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, ...(sent !== undefined && { 'Content-Type': 'application/json' }) },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  });
  const body = (await response.json()) as { error?: { code?: string } };
  return body.error === undefined ? [response.status] : [response.status, body.error.code ?? ''];
}

const redeeming = () => ['PUT', `/api/tenders/${randomUUID()}`, { code: REF, amount: 500, currency: 'SGD' }] as const;

test('a foreign, altered or revoked key cannot redeem, and every route checks the scopes', async ({ context, world }) => {
  const keyWith = async (name: string, scopes: readonly string[]) =>
    (await ask(context.request, world, 'POST', '/api/keys', { name, scopes })) as { id: string; key: string };
  const good = await keyWith('Register', ALL);
  const reader = await keyWith('Reader', ['read']);
  const checker = await keyWith('Checker', ['check']);
  const folder = await mkdtemp(join(tmpdir(), 'tillside-e2e-'));
  const other = await createWorld(folder, {});
  const elsewhere = await playwrightRequest.newContext();
  await openShop({ request: elsewhere }, other);
  await signIn({ request: elsewhere }, other, 'manager');
  const { key: foreign = '' } = (await ask(elsewhere, other, 'POST', '/api/keys', { name: 'Register', scopes: ALL })) ?? {};
  expect(await answerTo(other, foreign, 'GET', '/api/tenders')).toEqual([200]);
  await elsewhere.dispose();
  await other.close();
  await rm(folder, { recursive: true });

  const altered = `${good.key.slice(0, -1)}${good.key.endsWith('A') ? 'B' : 'A'}`;
  const mixed = `${good.key.slice(0, 16)}${foreign.slice(16)}`;
  for (const key of [foreign, altered, mixed, good.key.slice(0, 15)]) {
    expect(await answerTo(world, key, ...redeeming())).toEqual([401, 'wrong-key']);
    expect(await answerTo(world, key, 'POST', '/api/vouchers/check', { code: REF })).toEqual([401, 'wrong-key']);
  }
  for (const key of [reader.key, checker.key]) {
    expect(await answerTo(world, key, ...redeeming())).toEqual([403, 'not-allowed']);
    expect(await answerTo(world, key, 'POST', '/api/tenders', redeeming()[2])).toEqual([403, 'not-allowed']);
    expect(await answerTo(world, key, 'DELETE', `/api/tenders/${randomUUID()}`)).toEqual([403, 'not-allowed']);
  }
  /* Routes for managers refuse every key, whatever its scopes. */
  const managers = [
    ['GET', '/api/keys'],
    ['POST', '/api/keys', { name: 'Own', scopes: ALL }],
    ['POST', '/api/webhooks', { url: 'https://evil.test/', news: ['tender.taken'] }],
    ['POST', '/api/registers', { origin: 'https://evil.test', name: 'Evil' }],
  ] as const;
  for (const [method, path, sent] of managers) expect(await answerTo(world, good.key, method, path, sent)).toEqual([403, 'not-allowed']);
  expect(await answerTo(world, good.key, ...redeeming())).toEqual([201]);
  await ask(context.request, world, 'DELETE', `/api/keys/${good.id}`);
  expect(await answerTo(world, good.key, ...redeeming())).toEqual([401, 'wrong-key']);
  expect(await world.captures(REF)).toEqual([500]);
});

test('a webhook in a private network is refused, by number, by name and in any notation', async ({ context, world }) => {
  const refused = async (url: string) => {
    const answer = await context.request.post(`${world.origin}/api/webhooks`, {
      headers: { 'X-Tillside': '1', Origin: world.origin },
      data: { url, news: ['tender.taken'] },
    });
    const { error } = (await answer.json()) as { error?: { code: string; message: string } };
    return [answer.status(), error?.code, error?.message.replace('This address is not allowed: ', '')];
  };
  const isPrivate = [400, 'bad-address', 'It leads to a private network.'];
  for (const host of [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[fd00::1]',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
    /* A name that leads to this machine. */
    'localhost',
  ])
    expect([host, await refused(`https://${host}/hook`)]).toEqual([host, isPrivate]);
  expect(await refused('http://example.com/hook')).toEqual([400, 'bad-address', 'It must begin with https://.']);
  expect(await refused('https://user:word@example.com/hook')).toEqual([400, 'bad-address', 'It contains a user name or a password.']);
  expect(await refused('file:///etc/passwd')).toEqual([400, 'bad-address', 'It is not an https address.']);
  expect(await (await context.request.get(`${world.origin}/api/webhooks`)).json()).toEqual([]);
});

test.describe('webhooks allowed on this machine', () => {
  test.use({ settings: { WEBHOOK_PRIVATE_ADDRESSES: 'on' } });
  let receiver: Receiver;
  test.beforeEach(async () => {
    receiver = await startReceiver([]);
  });
  test.afterEach(() => receiver.close());

  test('a redirect to another address is not followed', async ({ page, context, world }) => {
    const asked: string[] = [];
    const leadsOn = createServer((request, response) => {
      asked.push(request.method ?? '');
      request.resume().on('end', () => response.writeHead(307, { Location: receiver.url }).end());
    }).listen(0, '127.0.0.1');
    await once(leadsOn, 'listening');
    const url = `http://127.0.0.1:${(leadsOn.address() as AddressInfo).port}/hook`;
    await ask(context.request, world, 'POST', '/api/webhooks', { url, news: ['tender.taken'] });
    const { key = '' } = (await ask(context.request, world, 'POST', '/api/keys', { name: 'Register', scopes: ALL })) ?? {};
    expect(await answerTo(world, key, ...redeeming())).toEqual([201]);
    await expect.poll(() => asked.length).toBe(1);
    await page.goto(`${world.origin}/connections`);
    await page.getByRole('button', { name: `Messages to ${url}` }).click();
    await expect(page.getByRole('dialog', { name: 'Messages' }).getByText('response 307').first()).toBeVisible();
    /* The delivery is retried at the original address only. */
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(2);
    expect(receiver.received).toEqual([]);
    leadsOn.closeAllConnections();
    leadsOn.close();
  });

  test('the guide’s webhook program accepts a message once, and refuses forged, altered and replayed ones', async ({ context, world }) => {
    const port = await freePort();
    const hook = await ask(context.request, world, 'POST', '/api/webhooks', { url: receiver.url, news: ['tender.taken'] });
    const address = `http://127.0.0.1:${port}/hook`;
    const forGuide = { PORT: String(port), SECRET: hook?.['secret'] ?? '' };
    /* The receiver does not answer 2xx yet; the test below waits until it listens. */
    const program = await startOfGuide('webhook.mjs', forGuide, `${world.origin}/api/health`);
    const { key = '' } = (await ask(context.request, world, 'POST', '/api/keys', { name: 'Register', scopes: ALL })) ?? {};
    expect(await answerTo(world, key, ...redeeming())).toEqual([201]);
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const signed = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('webhook-')));
    const send = async (changes: Record<string, string>, sent = body) => {
      const init = { method: 'POST', headers: { ...signed, ...changes }, body: sent };
      return fetch(address, init).then(
        ({ status }) => status,
        () => null,
      );
    };
    await expect.poll(() => send({ 'webhook-signature': 'v1,AAAA' })).toBe(401);
    const aged = String(Number(signed['webhook-timestamp']) - 3_600);
    expect(await send({}, body.replace('tender.taken', 'tender.refunded'))).toBe(401);
    expect(await send({ 'webhook-id': 'msg_other' })).toBe(401);
    expect(await send({ 'webhook-timestamp': aged })).toBe(401);
    expect(await send({ 'webhook-signature': '' })).toBe(401);
    expect([await send({}), await send({})]).toEqual([204, 204]);
    await expect.poll(program.output).toBe(`${body}\n`);
    await program.stop();
  });
});

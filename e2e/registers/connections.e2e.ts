import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { createOpenApiChecker } from '../../src/testing/rigs/open-api.ts';
import { faultsOf } from '../support/audit.ts';
import { goTo } from '../support/places.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { expect, openShop, signIn, test, type World } from '../support/world.ts';

const REF = '1000000050';
const OTHER_REF = '1000000100';

test.use({ settings: { WEBHOOK_PRIVATE_ADDRESSES: 'on' } });

test.beforeEach(async ({ page, context, world }) => {
  await openShop(context, world);
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/connections`);
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
});

const form = (page: Page, name: string) => page.getByRole('form', { name });

interface Wanted {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly perRedemption?: string;
  readonly perDay?: string;
}

/** Creates a key on the page, and returns the text that the page shows once. */
async function makeKey(page: Page, { name, scopes, perRedemption = '', perDay = '' }: Wanted): Promise<string> {
  const make = form(page, 'Create a key');
  await make.getByLabel('Name of the register or program').fill(name);
  for (const tick of await make.getByRole('checkbox').all()) await tick.uncheck();
  for (const scope of scopes) await make.getByRole('checkbox', { name: scope }).check();
  await make.getByLabel('Limit per redemption').fill(perRedemption);
  await make.getByLabel('Limit per day').fill(perDay);
  await make.getByRole('button', { name: 'Create a key' }).click();
  const shown = page.getByText(/^ts_[\w-]{12}_[\w-]{43}$/);
  await expect(shown).toBeVisible();
  const key = await shown.innerText();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  return key;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** A program of a shop. Every response has to match the server's OpenAPI document. */
async function programOf({ origin }: World, key: string) {
  const checker = createOpenApiChecker((await (await fetch(`${origin}/api/openapi.json`)).json()) as object);
  return async (method: string, path: string, sent?: unknown): Promise<Answer> => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(sent !== undefined && { 'Content-Type': 'application/json' }) },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    });
    const text = await response.text();
    const got: unknown = text === '' ? undefined : JSON.parse(text);
    const { status, headers } = response;
    expect(checker.faultsOf({ method, path, sent, status, contentType: headers.get('content-type'), got })).toEqual([]);
    return { status, headers, body: (got ?? {}) as Record<string, unknown> };
  };
}

const taking = (code: string, amount: number, saleId?: string) => ({
  code,
  amount,
  currency: 'SGD',
  ...(saleId !== undefined && { saleId }),
});
const codeOf = ({ status, body }: Answer) => [status, (body['error'] as { code?: string } | undefined)?.code];

test('a program checks and redeems within the limits and scopes of its key, until the key is revoked', {
  tag: '@main',
}, async ({ page, world }) => {
  const scopes = ['Look up vouchers', 'Redeem vouchers', 'Read its sales'];
  const key = await makeKey(page, { name: 'Register 1', scopes, perRedemption: '20.00', perDay: '30.00' });
  const program = await programOf(world, key);
  expect((await program('POST', '/api/vouchers/check', { code: REF })).body).toMatchObject({ status: 'active' });
  const id = randomUUID();
  const saleId = randomUUID();
  expect(await program('PUT', `/api/tenders/${id}`, taking(REF, 2000, saleId))).toMatchObject({ status: 201, body: { state: 'captured' } });
  expect((await program('PUT', `/api/tenders/${id}`, taking(REF, 2000, saleId))).status).toBe(200);
  expect(codeOf(await program('PUT', `/api/tenders/${randomUUID()}`, taking(REF, 2001)))).toEqual([403, 'over-limit']);
  expect(codeOf(await program('PUT', `/api/tenders/${randomUUID()}`, taking(REF, 1001)))).toEqual([403, 'over-limit']);
  expect(codeOf(await program('PUT', `/api/refunds/${randomUUID()}`, { tenderId: id, reason: 'x' }))).toEqual([403, 'not-allowed']);
  expect(codeOf(await program('GET', '/api/people'))).toEqual([403, 'not-allowed']);
  expect((await program('GET', `/api/sales/${saleId}?due=5000`)).body).toMatchObject({ taken: 2000, leftToPay: 3000 });
  expect(await world.captures(REF)).toEqual([2000]);

  await page.reload();
  const keys = page.getByRole('list', { name: 'API keys' });
  await expect(keys.getByText('SGD 20.00 per redemption · SGD 30.00 per day')).toBeVisible();
  await expect(keys.getByText(/^last used/)).toBeVisible();
  await page.getByRole('button', { name: 'New secret for Register 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
  const replaced = await page.getByText(/^ts_[\w-]{12}_/).innerText();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect(keys.getByText(/^old secret works until/)).toBeVisible();
  const next = await programOf(world, replaced);
  for (const one of [program, next]) expect((await one('PUT', `/api/tenders/${id}`, taking(REF, 2000, saleId))).status).toBe(200);
  expect(await world.captures(REF)).toEqual([2000]);
  await page.getByRole('button', { name: 'Revoke Register 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Register 1 is revoked.', { exact: true })).toBeVisible();
  for (const one of [program, next]) expect(codeOf(await one('GET', `/api/tenders/${id}`))).toEqual([401, 'wrong-key']);
  for (const one of [key, replaced]) expect(world.log()).not.toContain(one.slice(17));

  await goTo(page, 'Transactions');
  await expect(page.getByText('Register 1 (API key)').first()).toBeVisible();
});

test('a program gets 202 for a lost answer until the result is known, and only one capture is made', async ({ page, world }) => {
  test.slow();
  const program = await programOf(world, await makeKey(page, { name: 'Register 1', scopes: ['Redeem vouchers', 'Read its sales'] }));
  const id = randomUUID();
  await world.strike('silentAfterCommit');
  let answer = await program('PUT', `/api/tenders/${id}`, taking(REF, 2000));
  const path = answer.status === 202 ? (answer.headers.get('location') ?? '') : `/api/tenders/${id}`;
  await world.strike(null);
  await expect
    .poll(
      async () => {
        answer = await program('GET', path);
        return [answer.status, answer.body['state']];
      },
      { timeout: 30_000 },
    )
    .toEqual([200, 'captured']);
  expect((await program('PUT', `/api/tenders/${id}`, taking(REF, 2000))).status).toBe(200);
  expect(await world.captures(REF)).toEqual([2000]);
});

test.describe('a webhook receiver', () => {
  let receiver: Receiver;
  test.afterEach(() => receiver.close());

  test('receives every message despite lost requests and responses, each under one id with a valid signature', async ({ page, world }) => {
    test.slow();
    receiver = await startReceiver(['cut', 'refuse', 'take-and-cut']);
    const add = form(page, 'Add a webhook');
    await add.getByLabel('Address').fill('https://10.0.0.1.example.invalid/hook');
    await add.getByRole('button', { name: 'Add a webhook' }).click();
    await expect(page.getByText(/^Use an https address/)).toBeVisible();
    await add.getByLabel('Address').fill(receiver.url);
    await add.getByRole('button', { name: 'Add a webhook' }).click();
    const shown = page.getByText(/^whsec_/);
    await expect(shown).toBeVisible();
    const secret = await shown.innerText();
    await page.getByRole('button', { name: 'I have copied it' }).click();

    const program = await programOf(world, await makeKey(page, { name: 'Register 1', scopes: ['Redeem vouchers', 'Refund its own'] }));
    const taken = randomUUID();
    const refused = randomUUID();
    expect((await program('PUT', `/api/tenders/${taken}`, taking(REF, 2000))).status).toBe(201);
    expect((await program('PUT', `/api/tenders/${refused}`, taking(OTHER_REF, 9_000_000))).body).toMatchObject({ state: 'declined' });
    expect((await program('PUT', `/api/refunds/${randomUUID()}`, { tenderId: taken, reason: 'returned' })).status).toBe(201);

    const heard = () => {
      const messages = receiver.received.map(({ headers, body }) => ({
        id: headers['webhook-id'] ?? '',
        message: new Webhook(secret).verify(body, headers) as { type: string; data: { id: string } },
      }));
      return [...new Map(messages.map(({ id, message }) => [id, `${message.type} ${message.data.id}`])).values()].sort();
    };
    const all = [`tender.not_taken ${refused}`, `tender.refunded ${taken}`, `tender.taken ${taken}`];
    await expect.poll(heard, { timeout: 60_000 }).toEqual(all);
    /* The message whose answer was lost arrives again with the same id. */
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(4);
    expect(receiver.received.every(({ body }) => !body.includes(REF) && !body.includes(OTHER_REF))).toBe(true);
    expect(world.log()).not.toContain(secret.slice(6));

    await page.getByRole('button', { name: `Messages to ${receiver.url}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Messages' });
    await expect(dialog.getByText('Delivered', { exact: true })).toHaveCount(3);
    await expect(dialog.getByText('response 500')).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);

    await dialog.getByRole('button', { name: 'Send again' }).first().click();
    expect(receiver.received.length).toBe(4);
    await dialog.getByRole('button', { name: 'It arrived already. Send it again anyway' }).click();
    await expect(dialog.getByText('The message will be sent again under a new id.')).toBeVisible();
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(5);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
  });
});

import type { Page } from '@playwright/test';
import { faultsOf } from '../support/audit.ts';
import { startReceiver } from '../support/receiver.ts';
import { redeemButton, verdict, wedge } from '../support/till.ts';
import { ask, expect, openShop, PEOPLE, signIn, test } from '../support/world.ts';

/* The page is there in a practice shop only. */
test.use({ settings: { VOUCHER_SERVICE: 'sandbox', WEBHOOK_PRIVATE_ADDRESSES: 'on' } });

const FIFTY = '1000000050';
const way = (page: Page, name: string) => page.getByRole('region', { name });

test('a manager tries all four ways of connecting with the example register, each with its source code', async ({
  page,
  context,
  world,
}) => {
  const receiver = await startReceiver([]);
  await openShop(context, world);
  await signIn(context, world, 'manager');
  await ask(context.request, world, 'POST', '/api/webhooks', { url: receiver.url, news: ['tender.taken'] });
  await page.goto(`${world.origin}/connections`);
  await page.getByRole('link', { name: 'Try it with an example register' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Example register' })).toBeVisible();
  for (const program of ['pay-link.mjs', 'redeem.mjs', 'webhook.mjs', 'frame.mjs']) {
    await page.getByText(program, { exact: false }).first().click();
    await expect(page.getByText(`// ${program}`)).toBeVisible();
  }
  expect(await faultsOf(page)).toEqual([]);

  const link = way(page, 'Pay link');
  await link.getByRole('button', { name: 'Add this page to the list' }).click();
  await link.getByRole('button', { name: 'Open the link' }).click();
  await expect(page.getByRole('region', { name: 'Sale for Example register' })).toBeVisible();
  await wedge(page, FIFTY);
  await redeemButton(page, '23.40').click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the register' }).last().click();
  await expect(link.getByText('The signature is valid')).toBeVisible();
  await expect(link.getByText('taken', { exact: true })).toBeVisible();
  await page.goto(page.url().replace('amount=2340', 'amount=9999'));
  await expect(link.getByText('The signature is not valid')).toBeVisible();

  const api = way(page, 'API');
  await api.getByRole('button', { name: 'Create a key' }).click();
  await api.getByRole('button', { name: 'Redeem', exact: true }).click();
  await expect(api.getByRole('heading', { name: 'Response 201' })).toBeVisible();
  await expect(api.getByText('"state": "captured"')).toBeVisible();
  await api.getByRole('button', { name: 'Send the same request again' }).click();
  await expect(api.getByRole('heading', { name: 'Response 200' })).toBeVisible();
  await api.getByRole('button', { name: /^Revoke Example register/ }).click();
  await expect(api.getByRole('button', { name: 'Create a key' })).toBeVisible();

  await way(page, 'Webhooks')
    .getByRole('button', { name: `Messages to ${receiver.url}` })
    .click();
  const messages = page.getByRole('dialog', { name: 'Messages' });
  await expect(messages.getByText('Delivered', { exact: true })).toHaveCount(2, { timeout: 30_000 });
  await page.keyboard.press('Escape');
  await receiver.close();

  const frame = way(page, 'Frame');
  await frame.getByRole('button', { name: 'Create an enrolment code' }).click();
  const code = (await frame.getByText(/^Code for the frame: /).innerText()).replace('Code for the frame: ', '');
  await frame.getByRole('button', { name: 'Open the frame' }).click();
  const till = page.frameLocator('iframe');
  await till.getByRole('button', { name: 'Enrol this device' }).click();
  await till.getByLabel('Enrolment code').fill(code);
  await till.getByLabel('Device name').fill('Web till');
  await till.getByRole('button', { name: 'Enrol' }).click();
  await till.getByRole('button', { name: new RegExp(`^${PEOPLE.cashier.name}`) }).click();
  await till.getByLabel(`PIN for ${PEOPLE.cashier.name}`).waitFor();
  await page.keyboard.type(PEOPLE.cashier.pin, { delay: 80 });
  await till.getByRole('textbox', { name: 'Voucher number' }).focus();
  await wedge(page, '1000000100');
  await till.getByRole('button', { name: 'Redeem SGD 23.40' }).click();
  await till.getByRole('button', { name: 'Back to the register' }).last().click();
  await expect(frame.getByRole('log')).toContainText('"step":"ACCEPT"');
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('the example register is for managers, and only its page may contain a frame', async ({ page, context, world }) => {
  await openShop(context, world);
  const policy = async (path: string) => (await context.request.get(`${world.origin}${path}`)).headers()['content-security-policy'] ?? '';
  expect(await policy('/try-register')).toContain("frame-src 'self'");
  expect(await policy('/try-register')).toContain("frame-ancestors 'none'");
  for (const path of ['/', '/connections', '/pay', '/pay/frame', '/try-register/more'])
    expect(await policy(path)).not.toContain('frame-src');
  await page.goto(`${world.origin}/try-register`);
  await expect(page.getByRole('heading', { level: 1, name: 'Example register' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to the till' }).or(page.getByRole('main').getByRole('link'))).toBeVisible();
});

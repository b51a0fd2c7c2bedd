import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { faultsOf } from '../support/audit.ts';
import { faultsIn } from '../support/guises.ts';
import { expect, openShop, SERVER, signIn, test } from '../support/world.ts';

const finding = (page: Page, subject: string) => page.getByRole('listitem').filter({ hasText: subject });

test('a new server shows everyone the problems of its settings and of this browser, and continues to set-up', async ({ page, world }) => {
  await page.goto(world.origin);
  await page.getByRole('link', { name: 'Check this server and browser' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Server check' })).toBeVisible();
  await expect(finding(page, 'Voucher service: OK')).toContainText('responds to a search');
  await expect(finding(page, 'Address: OK')).toContainText('This machine.');
  await expect(finding(page, 'Settings: Problem')).toContainText('This server makes no backups');
  await expect(page.getByRole('link', { name: 'Download support packet' })).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByLabel('Set-up code')).toBeVisible();
});

test.describe('wrong settings', () => {
  test.use({ settings: { MERCHANT_CLIENT_SECRET: 'wrong', PUBLIC_ORIGIN: 'https://till.shop.example' } });

  test('a wrong secret and a wrong address are each reported with the setting to check', async ({ page, world }) => {
    await page.goto(`${world.origin}/setup/check`);
    await expect(finding(page, 'Voucher service: Problem')).toContainText('check MERCHANT_CLIENT_ID and MERCHANT_CLIENT_SECRET');
    await expect(finding(page, 'Address: Problem')).toContainText('PUBLIC_ORIGIN is https://till.shop.example');
  });
});

test('the results of a set-up shop are visible to managers only', async ({ page, context, world, browser }) => {
  await openShop(context, world);
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/settings`);
  await page.getByRole('link', { name: 'Server check' }).click();
  await expect(finding(page, 'Balance check: OK').first()).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download support packet' }).click(),
  ]);
  const packet = await readFile(await download.path(), 'utf8');
  expect(packet).toContain('# Last lines of the log');
  expect(packet).toContain('"route":"/api/setup/check"');
  expect(packet).not.toContain(SERVER.SETUP_CODE);

  const stranger = await browser.newContext();
  const refused = await stranger.request.get(`${world.origin}/api/setup/check`);
  expect(refused.status()).toBe(401);
  expect(await refused.text()).not.toContain('backup');
  const visitor = await stranger.newPage();
  await visitor.goto(`${world.origin}/setup/check`);
  await expect(visitor.getByText('Only managers see the server’s results.')).toBeVisible();
  await stranger.close();
});

test('a visitor who is not signed in checks the browser from the lock screen, even without a server', async ({ page, context, world }) => {
  await openShop(context, world);
  await page.goto(world.origin);
  await page.getByRole('button', { name: 'Lock' }).click();
  await page.getByRole('link', { name: 'Check this device' }).click();
  await expect(finding(page, 'Address: OK')).toContainText('The server accepts this address.');
  await expect(finding(page, 'Encryption: OK')).toBeVisible();
  await expect(finding(page, 'Clock of this device: OK')).toBeVisible();
  await expect(finding(page, 'Camera')).toBeVisible();
  await expect(finding(page, 'Storage of this browser: OK')).toContainText('Works.');
  await expect(page.getByText('Only managers see the server’s results.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The server' })).toHaveCount(0);
  for (const language of ['ta', 'fr'] as const)
    expect(await faultsIn(page, 'check of a visitor', { language, colorScheme: 'dark', largeLetters: true })).toEqual([]);

  await page.route(/\/api\//, (route) => route.abort());
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(finding(page, 'Address: Note')).toContainText('Not checked, because the server does not respond.');
  await expect(finding(page, 'Clock of this device: Note')).toBeVisible();
  await expect(finding(page, 'Storage of this browser: OK')).toBeVisible();
});

test('a browser without a shop finds the check next to its enrolment', async ({ page, context, world, browser }) => {
  await openShop(context, world);
  const stranger = await browser.newContext({ serviceWorkers: 'block' });
  const visitor = await stranger.newPage();
  await visitor.goto(world.origin);
  await expect(visitor.getByLabel('Enrolment code')).toBeVisible();
  await visitor.getByRole('link', { name: 'Check this device' }).click();
  await expect(finding(visitor, 'Address: OK')).toContainText('The server accepts this address.');
  await stranger.close();
  await page.close();
});

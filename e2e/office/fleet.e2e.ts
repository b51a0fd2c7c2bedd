import { readFile } from 'node:fs/promises';
import { faultsOf } from '../support/audit.ts';
import { openTill } from '../support/till.ts';
import { expect, joinShop, openShop, signIn, test } from '../support/world.ts';

test('a manager sees each device with its version and browser, even a locked one, and exports the list', async ({
  page,
  context,
  browser,
  world,
}) => {
  await openShop(context, world);
  const other = await browser.newContext();
  await joinShop(context, other, world);
  const till = await other.newPage();
  await openTill(till, world.origin);
  const reported = till.waitForResponse((answer) => answer.url().endsWith('/api/device/report'), { timeout: 60_000 });
  await till.keyboard.press('F9');
  expect((await reported).status()).toBe(204);
  await other.close();

  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/tills`);
  const locked = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Revoke Till 2' }) });
  await expect(locked).toContainText(/Version 0\.1\.0.* · Chrome \d+, Linux · .*locked · reported/);
  expect(await faultsOf(page)).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(await readFile(await download.path(), 'utf8')).toContain('device,last_request,reported,version');
});

test('a manager requests reports, and a till in use sends one at once', async ({ page, context, browser, world }) => {
  await openShop(context, world);
  const other = await browser.newContext();
  await joinShop(context, other, world);
  const till = await other.newPage();
  const report = () => till.waitForResponse((answer) => answer.url().endsWith('/api/device/report'), { timeout: 60_000 });
  const first = report();
  await openTill(till, world.origin);
  await first;
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/tills`);
  const inUse = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Revoke Till 2' }) });
  await expect(inUse).toContainText('in use');
  const asked = report();
  await page.getByRole('button', { name: 'Refresh' }).click();
  expect((await asked).status()).toBe(204);
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  await other.close();
});

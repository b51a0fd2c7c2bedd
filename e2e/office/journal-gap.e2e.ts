import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from '@playwright/test';
import { openTill, panel, redeem, redeemButton, setTake, verdict, wedge } from '../support/till.ts';
import { keptInDatabases } from '../support/traces.ts';
import { expect, joinShop, openShop, signIn, test, type World } from '../support/world.ts';

const run = promisify(execFile);
const DIST = fileURLToPath(new URL('../../dist/server', import.meta.url));
const BANNER = /^Redeeming is paused\./;
/** The settling window, which restarts with the gap, and two readings. */
const OPENS_WITHIN = { timeout: 100_000 };
const banner = (page: Page) => page.getByRole('status').filter({ hasText: BANNER });

/* Long enough that people can look around while the shop is closed. */
test.use({ settings: { SETTLE_WINDOW_MS: '20000' } });

let manager: Page;
let managersBrowser: BrowserContext;

test.beforeEach(async ({ page, context, browser, world }) => {
  test.setTimeout(300_000);
  await openShop(context, world);
  managersBrowser = await browser.newContext();
  await joinShop(context, managersBrowser, world, 'manager');
  await openTill(page, world.origin);
  manager = await managersBrowser.newPage();
  await openTill(manager, world.origin);
  /* Its answer contains the shop's merchant id. */
  await redeem(page, '1000000100', '1.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.keyboard.press('Escape');
});

test.afterEach(async () => {
  await managersBrowser.close();
});

const tool = ({ dataDir }: World, name: 'backup' | 'restore', ...args: string[]) =>
  run(process.execPath, [`${DIST}/${name}.js`, ...args], { env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir } });
const folderOf = ({ dataDir }: World) => join(dataDir, '..', 'backup');

/** Restarts the server with the journal of the backup, without sessions. */
async function putBack(page: Page, world: World): Promise<void> {
  await world.killServer();
  await tool(world, 'restore', folderOf(world), '--replace');
  await world.startServer();
  await signIn(page.context(), world, 'cashier');
  await page.reload();
}

async function managerLooks(world: World): Promise<void> {
  await signIn(managersBrowser, world, 'manager');
  await manager.reload();
}

test('after a restore a confirmed redemption is recovered, and nothing is redeemed before that', async ({ page, world }) => {
  await tool(world, 'backup', folderOf(world));
  await redeem(page, '1000000100', '20.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.keyboard.press('Escape');
  await putBack(page, world);
  await expect(banner(page)).toContainText('Take another payment');
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
  await redeem(page, '1000000050', '5.00');
  await expect(
    page.getByText('This shop’s journal is incomplete, so you can’t redeem, refund or activate right now.').first(),
  ).toBeVisible();
  expect(await world.captures('1000000050')).toEqual([]);

  await managerLooks(world);
  await expect(banner(manager)).toBeVisible();
  await manager.getByRole('link', { name: '2 cases need attention' }).click();
  await expect(manager.getByText('A backup was restored. Entries since this time may be missing.')).toBeVisible();

  await expect(banner(page)).toHaveCount(0, OPENS_WITHIN);
  await expect(banner(manager)).toHaveCount(0, OPENS_WITHIN);
  await expect(manager.getByRole('article')).toHaveText(/^Access to this shop/);
  expect(await world.captures('1000000100')).toEqual([100, 2000]);
  await page.reload();
  await openTill(page, world.origin);
  /* A scan is lost in the moment in which the till shows the sale that it has reported. */
  await expect(async () => {
    await wedge(page, '1000000050');
    await expect(panel(page)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await setTake(page, '5.00');
  await redeemButton(page, '5.00').click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  expect(await world.captures('1000000050')).toEqual([500]);
});

test('a redemption in progress when the journal was lost is unknown, then redeemed, with one capture', async ({ page, world }) => {
  await tool(world, 'backup', folderOf(world));
  await world.strike('silentAfterCommit');
  await redeem(page, '1000000100', '20.00');
  await expect(page.getByText('Do not redeem again').first()).toBeVisible();
  await expect.poll(() => world.captures('1000000100')).toEqual([100, 2000]);
  await putBack(page, world);
  await world.strike(null);
  await expect(banner(page)).toBeVisible();
  await expect(page.getByText('Do not redeem again').first()).toBeVisible();
  await managerLooks(world);
  await expect(verdict(page, 'Redeemed')).toBeVisible(OPENS_WITHIN);
  await expect(banner(page)).toHaveCount(0, OPENS_WITHIN);
  expect(await world.captures('1000000100')).toEqual([100, 2000]);
});

test('a manager opens the shop without waiting for a till, which later reports its redemptions and redeems at once', async ({
  page,
  world,
}) => {
  await tool(world, 'backup', folderOf(world));
  await redeem(page, '1000000100', '20.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  /* The till deletes its request once it has the outcome. */
  await expect.poll(() => keptInDatabases(page)).not.toContain('1000000100');
  await page.goto('about:blank');
  await world.killServer();
  await tool(world, 'restore', folderOf(world), '--replace');
  await world.startServer();
  await managerLooks(world);
  await manager.getByRole('link', { name: '2 cases need attention' }).click();
  await expect(manager.getByText('Open these tills and sign in.')).toBeVisible();
  await manager.getByRole('button', { name: 'Reopen the shop now' }).click();
  const dialog = manager.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Till 1 is at the repair shop');
  /* Not while the issuer may still act on earlier requests. */
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Reopen the shop now' }).click();
    await expect(manager.getByText('The shop is open.')).toBeVisible({ timeout: 2_000 });
  }).toPass(OPENS_WITHIN);

  await signIn(page.context(), world, 'cashier');
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '5.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  expect(await world.captures('1000000050')).toEqual([500]);
  expect(await world.captures('1000000100')).toEqual([100, 2000]);
});

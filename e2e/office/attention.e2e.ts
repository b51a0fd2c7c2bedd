import type { BrowserContext, Page } from '@playwright/test';
import { openTill, redeem, verdict } from '../support/till.ts';
import { ask, expect, joinShop, openShop, PEOPLE, test, type World } from '../support/world.ts';

/** The practice shop's number at the issuer, which it would else learn from its first capture. */
const OWN_MID = '000000012345678';
const lastTen = (page: Page) => page.getByRole('region', { name: 'My last ten redemptions' });
const card = (page: Page, name: string) => page.getByRole('article', { name });

let manager: Page;
let managersBrowser: BrowserContext;

test.beforeEach(async ({ page, context, browser, world }) => {
  test.slow();
  await openShop(context, world);
  managersBrowser = await browser.newContext();
  await joinShop(context, managersBrowser, world, 'manager');
  await openTill(page, world.origin);
  manager = await managersBrowser.newPage();
  await openTill(manager, world.origin);
});

test.afterEach(async () => {
  await managersBrowser.close();
});

/** The cashier's answer is lost, and the issuer shows two captures that could be it. */
async function callManager(page: Page, world: World): Promise<void> {
  await redeem(page, '9000000001', '20.00');
  await expect.poll(() => world.captures('9000000001')).toEqual([2000]);
  await world.redeemPastServer('9000000001', 2000);
  await expect(verdict(page, 'Still not confirmed: call a manager')).toBeVisible();
}

/** The manager opens the case with the link in the header, and decides it. */
async function decide(action: string, reason: string): Promise<void> {
  await manager.getByRole('link', { name: '1 case needs attention' }).click();
  await manager.getByRole('button', { name: action }).click();
  const dialog = manager.getByRole('dialog', { name: action });
  const rows = dialog.getByRole('radio');
  if ((await rows.count()) > 0) await rows.first().check();
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: action }).click();
}

test('a manager attaches an unknown redemption, and the cashier’s screen updates to redeemed', { tag: '@main' }, async ({
  page,
  world,
}) => {
  await callManager(page, world);
  await expect(page.getByText('Keep the voucher here. Do not redeem it again.').first()).toBeVisible();
  await decide('Match this transaction', 'The customer has the goods');
  await expect(manager.getByText('Matched. The redemption is confirmed.')).toBeVisible();
  await expect(manager.getByText('All clear')).toBeVisible();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await expect(page.getByText('A manager confirmed it.').first()).toBeVisible();
});

test('a refund above the limit is sent after a manager has approved it with the PIN', async ({ page, world }) => {
  await ask(managersBrowser.request, world, 'PUT', '/api/settings', { saleLimits: { refund: { above: 1_000, way: 'manager' } } });
  await callManager(page, world);
  await decide('Refund this transaction', 'The customer paid cash');
  const dialog = manager.getByRole('dialog', { name: 'Refund this transaction' });
  await expect(dialog).toContainText(/Refund · SGD.20\.00Voucher ··0001The customer paid cash/);
  await dialog.getByLabel(`PIN for ${PEOPLE.manager.name}`).fill(PEOPLE.manager.pin);
  await expect(manager.getByText('Refund sent.')).toBeVisible();
  await expect(verdict(page, 'Refunded')).toBeVisible();
});

test('a manager refunds one of the two captures of an unknown redemption', async ({ page, world }) => {
  await callManager(page, world);
  await decide('Refund this transaction', 'Paid in cash');
  await expect(manager.getByText(/^Refund sent\./)).toBeVisible();
  await expect(verdict(page, 'Refunded')).toBeVisible();
  expect(await world.refunds('9000000001')).toEqual([2000]);
});

test('a case cannot be closed as not redeemed while the issuer lists a transaction that could match', async ({ page, world }) => {
  await callManager(page, world);
  await expect(async () => {
    await manager.goto(`${world.origin}/today`);
    await manager.getByRole('button', { name: 'Mark as not redeemed' }).click();
    const dialog = manager.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Nothing on the slip');
    await dialog.getByRole('button', { name: 'Mark as not redeemed' }).click();
    await expect(dialog.getByText(/The issuer lists a transaction that could match/)).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await manager.keyboard.press('Escape');
  await expect(card(manager, 'Redemption ··0001')).toBeVisible();
  await expect(verdict(page, 'Still not confirmed: call a manager')).toBeVisible();
});

test('a manager closes a case as not redeemed if the row belongs to another shop, and the cashier may try again', async ({
  page,
  world,
}) => {
  await redeem(page, '1000000100', '10.00');
  await page.getByRole('button', { name: 'Next voucher' }).click();
  await world.strike('dropBeforeCommit');
  await redeem(page, '1000000050', '20.00');
  await expect(page.getByText('Do not redeem again').first()).toBeVisible();
  await world.strike(null);
  await world.redeemElsewhere({ currency: 'SGD', vouchers: [{ value: 2000, product_class: 'ETX_001', ref: '1000000050' }] });
  await expect(verdict(page, 'Still not confirmed: call a manager')).toBeVisible({ timeout: 30_000 });
  await decide('Mark as not redeemed', 'It was the other shop');
  await expect(manager.getByText('Marked as not redeemed.')).toBeVisible();
  await expect(verdict(page, 'Not redeemed: safe to try again')).toBeVisible();
});

test.describe('an issuer that acts late', () => {
  test.use({ settings: { SANDBOX_LATE_COMMIT_MS: '35000', SETTLE_WINDOW_MS: '2000', SWEEP_EVERY_MS: '1000', MERCHANT_MID: OWN_MID } });

  test('a redemption reported as not redeemed but captured later is listed, and a manager refunds it', async ({ page, world }) => {
    test.setTimeout(300_000);
    await redeem(page, '9000000005', '20.00');
    await expect(verdict(page, 'Not redeemed: safe to try again')).toBeVisible({ timeout: 34_000 });
    expect(await world.captures('9000000005')).toEqual([]);
    await page.getByRole('button', { name: 'Next voucher' }).click();
    await expect(lastTen(page).getByText('Not redeemed')).toBeVisible();

    await expect(lastTen(page).getByText('Redeemed late')).toBeVisible({ timeout: 60_000 });
    await decide('Refund', 'Paid in cash');
    await expect(manager.getByText(/^Refund sent\./)).toBeVisible();
    await expect(lastTen(page).getByText('Refunded')).toBeVisible();
    expect(await world.captures('9000000005')).toEqual([2000]);
    expect(await world.refunds('9000000005')).toEqual([2000]);
  });
});

test.describe('captures that no redemption explains', () => {
  test.use({ settings: { SWEEP_EVERY_MS: '1000' } });

  test('a manager refunds an unmatched capture, and the refund is listed with the manager’s name', async ({ page, world }) => {
    await redeem(page, '1000000100', '10.00');
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    await world.redeemPastServer('1000000050', 1500);
    await decide('Refund', 'Charged by mistake');
    await expect(manager.getByText(/^Refund sent\./)).toBeVisible();
    await expect(manager.getByText('All clear')).toBeVisible();
    expect(await world.refunds('1000000050')).toEqual([1500]);
    await manager.goto(`${world.origin}/transactions`);
    const row = manager.getByRole('row', { name: /Refund ··0050 −SGD.15\.00 Mia/ });
    await expect(row).toBeVisible();
  });

  test('a manager closes an unmatched capture with a reason, and it is not listed again', async ({ page, world }) => {
    await redeem(page, '1000000100', '10.00');
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    await world.redeemPastServer('1000000050', 1500);
    await decide('Close the case', 'The old till, before it was switched off');
    await expect(manager.getByText('Case closed.')).toBeVisible();
    await manager.reload();
    await expect(manager.getByText('All clear')).toBeVisible();
  });
});

test.describe('a missing backup folder', () => {
  test.use({ settings: { BACKUP_TO: '/dev/null/backups' } });

  test('is a case for a manager, without actions that would not help', async () => {
    await manager.getByRole('link', { name: '1 case needs attention' }).click();
    await expect(manager.getByText('the backup folder may be full or missing')).toBeVisible();
    const told = card(manager, 'Backup');
    await expect(told).toContainText('No backup could be made since this time.');
    await expect(told.getByRole('button')).toHaveCount(0);
  });
});

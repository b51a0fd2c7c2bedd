import type { Page } from '@playwright/test';
import { openTill, panel, redeem, redeemButton, setDue, verdict, wedge } from '../support/till.ts';
import { expect, openShop, test } from '../support/world.ts';

test.beforeEach(async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
});

const field = (page: Page) => page.getByRole('textbox', { name: 'Voucher number' });

test('a scan closes the help and the menu, so that its voucher is visible', async ({ page }) => {
  await setDue(page, '30.00');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByText('This device', { exact: true }).click();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await wedge(page, '1000000050');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(redeemButton(page, '30.00')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeVisible();
  await wedge(page, '1000000050');
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeHidden();
  await expect(redeemButton(page, '30.00')).toBeVisible();
});

test('a scan during a refund decision is ignored, and a note asks to finish the decision first', async ({ page, world }) => {
  await redeem(page, '1000000050', '20.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.getByRole('region', { name: 'Redeemed' }).getByRole('button', { name: /^Undo/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund to the voucher' });
  await dialog.getByRole('radio', { name: 'Other reason' }).check();
  await wedge(page, '1000000100');
  await expect(dialog.getByText('Finish this first, then scan again.')).toBeVisible();
  await expect(dialog.getByLabel('Describe the reason')).toHaveValue('');
  await dialog.getByRole('radio', { name: 'Wrong amount' }).check();
  await dialog.getByRole('button', { name: 'Refund SGD 20.00' }).click();
  await expect(verdict(page, 'Refunded')).toBeVisible();
  await wedge(page, '1000000100');
  await expect(panel(page)).toContainText('1,000.00');
  expect(await world.refunds('1000000050')).toEqual([2000]);
});

test('a scan closes the keypad of the amount due on a phone, and keeps the typed amount', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Enter the amount due' }).click();
  const dialog = page.getByRole('dialog', { name: 'Amount due' });
  for (const key of ['3', '0']) await dialog.getByRole('button', { name: key, exact: true }).click();
  await wedge(page, '1000000050');
  await expect(dialog).toHaveCount(0);
  await expect(redeemButton(page, '30.00')).toBeVisible();
});

test('Back closes the help, the voucher, the menu and the verdict before it leaves the page', async ({ page, world }) => {
  await page.goto(`${world.origin}/transactions`);
  await openTill(page, world.origin);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await setDue(page, '30.00');
  await wedge(page, '1000000050');
  await expect(redeemButton(page, '30.00')).toBeVisible();
  await page.goBack();
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Amount due' })).toContainText('30.00');

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeHidden();

  await wedge(page, '1000000050');
  await redeemButton(page, '30.00').click();
  await expect(verdict(page, 'Paid in full')).toBeVisible();
  await page.getByRole('region', { name: 'Paid in full' }).getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByRole('dialog', { name: 'Refund to the voucher' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(verdict(page, 'Paid in full')).toBeVisible();
  await page.goBack();
  await expect(verdict(page, 'Paid in full')).toHaveCount(0);
  await expect(field(page)).toBeVisible();
  await expect(page).toHaveURL(`${world.origin}/`);

  await page.goBack();
  await expect(page).toHaveURL(`${world.origin}/transactions`);
});

test('Back leaves a redemption in progress on the screen', async ({ page, world }) => {
  await redeem(page, '9000000001', '20.00');
  await expect(page.getByRole('heading', { level: 1, name: /Redeeming|Checking/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /Redeeming|Checking/ })).toBeVisible();
  await expect(verdict(page, 'Redeemed')).toBeVisible({ timeout: 15_000 });
  expect(await world.captures('9000000001')).toEqual([2000]);
});

test('a dismissed voucher can be scanned or typed again at once, and a notice disappears automatically', async ({ page }) => {
  await setDue(page, '30.00');
  await wedge(page, '1000000050');
  await expect(redeemButton(page, '30.00')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await wedge(page, '1000000050');
  await expect(redeemButton(page, '30.00')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.type('1000000050', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(redeemButton(page, '30.00')).toBeVisible();
  await page.keyboard.press('Escape');
  await wedge(page, 'https://example.org/menu');
  const remark = page.getByText('That link is not a voucher link.');
  await expect(remark).toBeVisible();
  await expect(remark).toHaveCount(0, { timeout: 8_000 });
});

import type { Page, Response } from '@playwright/test';
import { hands } from '../support/hands.ts';
import { unlock } from '../support/people.ts';
import { collect, openTill, redeemButton, setDue, takeAllButton, verdict, wedge } from '../support/till.ts';
import { expect, openShop, PEOPLE, signIn, test } from '../support/world.ts';

/* The end of a sale: what was redeemed for one customer is never credited to the next. */

const FIFTY = '1000000050';
const HUNDRED = '1000000100';
const LARGE = '7KQ2M9XW4ZP3';

const due = (page: Page) => page.getByRole('region', { name: 'Amount due' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const collected = (page: Page, amount: string) => page.getByRole('button', { name: `Collected SGD ${amount}` });

test.beforeEach(async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
});

test('paying with a voucher and cash takes at most 6 keys and scans, and the next bill is separate', { tag: '@main' }, async ({
  page,
  world,
}) => {
  const by = hands(page);
  await by.press('F2');
  await by.type('80');
  await by.scan(FIFTY);
  await expect(redeemButton(page, '50.00')).toBeVisible();
  await by.press('Enter');
  await expect(collect(page)).toContainText('30.00');
  await expect(collected(page, '30.00')).toBeFocused();
  await by.press('Enter');
  await expect(due(page)).toContainText(/Paid in fullSGD\s50\.00 redeemedSGD\s30\.00 collected/);
  expect(by.count()).toBeLessThanOrEqual(6);

  await setDue(page, '35.00');
  await expect(due(page)).toContainText('35.00');
  await expect(due(page)).not.toContainText('Left to pay');
  await wedge(page, HUNDRED);
  await redeemButton(page, '35.00').click();
  await expect(verdict(page, 'Paid in full')).toBeVisible();
  expect([await world.captures(FIFTY), await world.captures(HUNDRED)]).toEqual([[5000], [3500]]);
});

test('a verdict with an amount left to pay stays until it is confirmed, even after a reload and a lock', async ({ page, world }) => {
  await setDue(page, '80.00');
  await wedge(page, FIFTY);
  await redeemButton(page, '50.00').click();
  await expect(collected(page, '30.00')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(collected(page, '30.00')).toBeVisible();
  await page.keyboard.press('F9');
  await unlock(page, PEOPLE.cashier);
  await expect(collected(page, '30.00')).toBeVisible();
  await wedge(page, LARGE);
  await redeemButton(page, '30.00').click();
  await expect(verdict(page, 'Paid in full')).toBeVisible();
  expect([await world.captures(FIFTY), await world.captures(LARGE)]).toEqual([[5000], [3000]]);
});

test('a voucher redeemed without an amount due is not credited to a later bill, unless the customer is the same', async ({
  page,
  world,
}) => {
  await wedge(page, FIFTY);
  await takeAllButton(page, '50.00').click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.keyboard.press('Enter');
  await setDue(page, '70.00');
  await expect(due(page)).not.toContainText('redeemed');
  await button(page, 'Same customer: SGD 50.00').click();
  await expect(due(page)).toContainText(/Left to paySGD\s20\.00SGD\s50\.00 redeemed/);
  await wedge(page, LARGE);
  await redeemButton(page, '20.00').click();
  await expect(verdict(page, 'Paid in full')).toBeVisible();
  await page.keyboard.press('Enter');
  await setDue(page, '9.00');
  await expect(due(page)).not.toContainText('redeemed');
  expect([await world.captures(FIFTY), await world.captures(LARGE)]).toEqual([[5000], [2000]]);
});

test('a bill that changes after a voucher has paid replaces the amount due', async ({ page, world }) => {
  await setDue(page, '60.00');
  await wedge(page, FIFTY);
  await redeemButton(page, '50.00').click();
  await expect(collected(page, '10.00')).toBeVisible();
  await button(page, 'Change the amount due').click();
  await page.keyboard.type('55', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(due(page)).toContainText(/Left to paySGD\s5\.00SGD\s50\.00 redeemed/);
  await collected(page, '5.00').click();

  await page.keyboard.press('F7');
  await page.keyboard.press('F2');
  await page.keyboard.type('90', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(due(page)).toContainText(/Left to paySGD\s40\.00SGD\s50\.00 redeemed/);
  await collected(page, '40.00').click();
  expect(await world.captures(FIFTY)).toEqual([5000]);
});

test('F2 on an unconfirmed verdict asks whether the customer is the same, and otherwise begins the next amount', async ({ page }) => {
  await setDue(page, '80.00');
  await wedge(page, FIFTY);
  await redeemButton(page, '50.00').click();
  await expect(collected(page, '30.00')).toBeVisible();
  await page.keyboard.press('F2');
  await page.keyboard.type('35', { delay: 120 });
  await expect(page.getByText(/Voucher ··0050: SGD\s50\.00/)).toBeVisible();
  await button(page, 'New customer').click();
  await expect(due(page)).toContainText('No amount due yet');

  await hands(page).scan('2000000003');
  await expect(page.getByText('Expired', { exact: true })).toBeVisible();
  await setDue(page, '12.00');
  await expect(due(page)).toContainText('12.00');
  await wedge(page, HUNDRED);
  await redeemButton(page, '12.00').click();
  await expect(verdict(page, 'Paid in full')).toBeVisible();
  await setDue(page, '7.00');
  await expect(due(page)).toContainText('7.00');
  await expect(due(page)).not.toContainText('redeemed');
});

test('an amount above the balance offers the balance, and the next digit begins another amount', async ({ page, world }) => {
  await wedge(page, FIFTY);
  await page.getByRole('button', { name: 'Enter an amount' }).waitFor();
  await page.keyboard.type('90', { delay: 120 });
  await expect(page.getByText('Only SGD 50.00 is left on this voucher.')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('4', { delay: 120 });
  await expect(redeemButton(page, '4.00')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  expect(await world.captures(FIFTY)).toEqual([400]);
});

test('a collected amount is shown with its sale, even if the till was offline and reloaded', async ({ page, context, world }) => {
  await setDue(page, '80.00');
  await wedge(page, FIFTY);
  await redeemButton(page, '50.00').click();
  await expect(collected(page, '30.00')).toBeVisible();
  await context.setOffline(true);
  await collected(page, '30.00').click();
  await expect(due(page)).toContainText('Paid in full');
  await setDue(page, '35.00');
  await context.setOffline(false);
  const isReport = (response: Response) => response.url().endsWith('/due') && response.ok();
  const [response] = await Promise.all([page.waitForResponse(isReport), page.reload()]);
  expect(response.request().postDataJSON()).toEqual({ currency: 'SGD', due: 8000, collected: 3000, revision: 1, person: 'Ana' });
  await wedge(page, HUNDRED);
  await redeemButton(page, '35.00').click();
  await expect(verdict(page, 'Paid in full')).toBeVisible();

  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/transactions`);
  const sheetOf = async (line: RegExp) => {
    await page.getByRole('button', { name: line }).click({ timeout: 30_000 });
    return page.getByRole('dialog', { name: 'Transaction' });
  };
  const sheet = await sheetOf(/Redemption, SGD.50\.00, ··0050/);
  await expect(sheet).toContainText(/DueSGD\s80\.00CollectedSGD\s30\.00/);
  await page.keyboard.press('Escape');
  const next = await sheetOf(/Redemption, SGD.35\.00, ··0100/);
  await expect(next.getByText('Ana, Till 1')).toBeVisible();
  await expect(next).not.toContainText('Collected');
});

import type { Page } from '@playwright/test';
import { faultsOf } from '../support/audit.ts';
import { openPeople, unlock } from '../support/people.ts';
import { goTo } from '../support/places.ts';
import { choose, expectBooksAgree, expectSale, test } from '../support/shop-window.ts';
import { openTill } from '../support/till.ts';
import { expect, openShop, PEOPLE, signIn, type World } from '../support/world.ts';

async function order(page: Page, world: World, quantity: number, each: string): Promise<void> {
  await choose(page, world, 'Sample Voucher of your amount');
  await page.getByLabel('Value of each voucher').fill(each);
  await page.getByLabel('How many').fill(String(quantity));
  await page.getByRole('button', { name: `Issue ${quantity} voucher` }).click();
}

test('a cashier sells more than the ceiling, and a manager approves it with a PIN at the till', { tag: '@main' }, async ({
  page,
  context,
  world,
  sold,
}) => {
  test.slow();
  await openShop(context, world);
  await order(page, world, 21, '1,000.00');
  await expect(page.getByRole('heading', { name: 'A manager has to approve this' })).toBeVisible();
  expect(await sold()).toEqual([]);
  expect.soft(await faultsOf(page)).toEqual([]);
  const pin = page.getByLabel(`PIN for ${PEOPLE.manager.name}`);
  await pin.fill('000000');
  await expect(page.getByText('Wrong PIN. 9 attempts left.')).toBeVisible();
  await expect(pin).toHaveValue('');
  await pin.fill(PEOPLE.manager.pin);
  await expectSale(page, '21 vouchers issued');
  await expectBooksAgree(context.request, world, page.url().slice(-36), sold);

  await order(page, world, 1, '500.00');
  await expect(page.getByRole('heading', { name: 'A manager has to approve this' })).toBeVisible();

  await page.keyboard.press('F9');
  await unlock(page, PEOPLE.manager);
  await goTo(page, 'Limits');
  await page.getByText('Customize').click();
  await page.getByLabel('Ask a manager above this value of vouchers issued (SGD)').fill('30,000.00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved. These limits apply now.')).toBeVisible();
  await goTo(page, 'Audit trail');
  const line = page.getByRole('row').filter({ hasText: 'Sale approved' });
  await expect(line).toContainText(PEOPLE.manager.name);
  await expect(line).toContainText(`for ${PEOPLE.cashier.name}`);
});

test('a sale above the first ceiling needs the cashier’s own PIN on the sale page', async ({ page, context, world, sold }) => {
  await openShop(context, world);
  await order(page, world, 6, '1,000.00');
  await page.getByLabel('Your PIN').fill(PEOPLE.cashier.pin);
  await page.getByRole('button', { name: 'Confirm and send' }).click();
  await expectSale(page, '6 vouchers issued');
  await expectBooksAgree(context.request, world, page.url().slice(-36), sold);
});

test('a manager can loosen a limit only with another manager’s PIN, typed on the same page', async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  await unlock(page, PEOPLE.manager);
  await openPeople(page);
  const add = page.getByRole('form', { name: 'Add a staff member' });
  await add.getByLabel('Name').fill('Lim');
  await add.getByLabel('Role').selectOption('manager');
  await add.getByLabel('PIN').fill('481053');
  await add.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Lim can sign in now.')).toBeVisible();
  await goTo(page, 'Limits');
  await page.getByText('Customize').click();
  const limit = page.getByLabel('Ask a manager above this value of vouchers issued (SGD)');
  await limit.fill('30,000.00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Another manager has to approve this change.')).toBeVisible();
  await expect(limit).toHaveValue('30,000.00');
  expect.soft(await faultsOf(page)).toEqual([]);
  await page.getByLabel('PIN for Lim').fill('000000');
  await expect(page.getByText('Wrong PIN. 9 attempts left.')).toBeVisible();
  await page.getByLabel('PIN for Lim').fill('481053');
  await expect(page.getByText('Saved. These limits apply now.')).toBeVisible();
  await goTo(page, 'Audit trail');
  await expect(page.getByRole('row').filter({ hasText: 'Limit raised or turned off' })).toContainText('approved by Lim');
});

test('a manager enables strict limits in two actions, and a third lists each limit', async ({ page, context, world }) => {
  await openShop(context, world);
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/settings/limits`);
  await expect(page.getByRole('radio', { name: /^Small shop/ })).toBeChecked();
  await page.getByRole('radio', { name: /^Strict/ }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved. These limits apply now.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: /^Strict/ })).toBeChecked();
  const refund = page.getByRole('group', { name: 'One refund' }).getByLabel('Above (SGD)');
  await expect(refund).toBeHidden();
  await page.getByText('Customize').click();
  await expect(refund).toHaveValue('100.00');
  await refund.fill('50.00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your limits differ from these presets.')).toBeVisible();
  expect.soft(await faultsOf(page)).toEqual([]);
});

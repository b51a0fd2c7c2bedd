import { faultsOf } from '../support/audit.ts';
import { collect, openTill, redeemButton, setDue, verdict, wedge } from '../support/till.ts';
import { expect, openShop, test } from '../support/world.ts';

test('a voucher for items lowers the amount due by what they cost, which the cashier types on the verdict', async ({
  page,
  context,
  world,
}) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await setDue(page, '10.00');
  await wedge(page, '3000000004');
  await expect(page.getByRole('region', { name: 'Four Coffees' })).toContainText('Remove these items from the bill on your register.');
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await expect(page.getByText(/^SGD.*left to pay$/)).toHaveCount(0);
  await expect(collect(page)).toHaveCount(0);
  expect.soft(await faultsOf(page)).toEqual([]);
  await expect(page.getByRole('button', { name: 'Price of the items' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('3.5', { delay: 120 });
  const dialog = page.getByRole('dialog', { name: 'Price of the items' });
  await expect(dialog.getByText('3.5 → SGD 3.50')).toBeVisible();
  expect.soft(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(collect(page)).toContainText('6.50');
  await expect(page.getByText('Amount due reduced by SGD 3.50 for the items.')).toBeVisible();
  await page.getByRole('button', { name: 'Another voucher' }).click();
  await expect(page.getByRole('region', { name: 'Amount due' })).toContainText('6.50');
  await wedge(page, '1000000050');
  await expect(redeemButton(page, '6.50')).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'Paid in full')).toBeVisible();
  expect(await world.captures('1000000050')).toEqual([650]);
});

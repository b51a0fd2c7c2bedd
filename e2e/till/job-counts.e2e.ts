import type { Page } from '@playwright/test';
import { hands } from '../support/hands.ts';
import { openTill, redeem, redeemButton, verdict } from '../support/till.ts';
import { ask, expect, openShop, PEOPLE, signIn, test } from '../support/world.ts';

/* Actions of whole jobs, from an unlocked till: a change may save some, and must not add any. */

const FIRST = '1000000050';
const SECOND = '1000000100';

test.beforeEach(async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
});

function report(job: string, actions: number, max: number): void {
  process.stdout.write(`${job}: ${actions} actions (at most ${max})\n`);
  expect(actions).toBeLessThanOrEqual(max);
}

/** Redeems 50.00 and 30.00 for an amount due of 80.00. */
async function payWithTwo(page: Page, by: ReturnType<typeof hands>): Promise<void> {
  await by.press('F2');
  await by.type('80');
  await by.scan(FIRST);
  await expect(redeemButton(page, '50.00')).toBeVisible();
  await by.press('Enter');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await by.scan(SECOND);
  await expect(redeemButton(page, '30.00')).toBeVisible();
  await by.press('Enter');
  await expect(verdict(page, 'Paid in full')).toBeVisible();
}

test('a sale of 80.00 with two vouchers takes at most 8 actions', async ({ page, world }) => {
  const by = hands(page);
  await payWithTwo(page, by);
  expect([await world.captures(FIRST), await world.captures(SECOND)]).toEqual([[5000], [3000]]);
  report('a sale with two vouchers', by.count(), 8);
});

test('undoing the first of two redemptions of a sale takes at most 4 actions', async ({ page, world }) => {
  await payWithTwo(page, hands(page));
  const by = hands(page);
  await by.tap(page.getByRole('button', { name: 'Next customer' }));
  const rows = page.getByRole('region', { name: 'My last ten redemptions' }).getByRole('listitem');
  await by.tap(rows.filter({ hasText: '0050' }).getByRole('button', { name: /^Undo/ }));
  const dialog = page.getByRole('dialog', { name: 'Refund to the voucher' });
  await by.tap(dialog.getByRole('radio', { name: 'Wrong amount' }));
  await by.tap(dialog.getByRole('button', { name: /^Refund SGD/ }));
  await expect.poll(() => world.refunds(FIRST)).toEqual([5000]);
  report('undo the first of two vouchers', by.count(), 4);
});

test('closing one’s own shift takes at most 3 actions', async ({ page }) => {
  await redeem(page, FIRST, '20.00');
  await page.getByRole('button', { name: 'Next voucher' }).click();
  const by = hands(page);
  await by.tap(page.getByRole('button', { name: 'Menu' }));
  await by.tap(page.getByRole('link', { name: 'Close my shift' }));
  await by.tap(page.getByRole('button', { name: 'Close my shift' }));
  await expect(page.getByText('Shift closed. Z report 1.')).toBeVisible();
  report('close my shift', by.count(), 3);
});

test('selling one voucher takes at most 4 actions', async ({ page, context, world }) => {
  await signIn(context, world, 'manager');
  await page.goto(world.origin);
  const by = hands(page);
  await by.tap(page.getByRole('link', { name: 'Cards' }));
  await by.tap(page.getByRole('link', { name: 'Sell vouchers' }));
  await by.tap(page.getByRole('button', { name: '$10 Sample Voucher' }));
  await by.tap(page.getByRole('button', { name: 'Issue 1 voucher' }));
  await expect(page.getByRole('heading', { name: '1 voucher issued' })).toBeVisible();
  report('sell one voucher', by.count(), 4);
});

test('a refund takes at most 8 actions if one of two managers is preselected to approve it', async ({ page, context, world }) => {
  await signIn(context, world, 'manager');
  await ask(context.request, world, 'POST', '/api/people', { name: 'Noor', role: 'manager', pin: '580426' });
  await signIn(context, world, 'cashier');
  await openTill(page, world.origin);
  for (const code of [FIRST, SECOND]) {
    await redeem(page, code, '20.00');
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    await page.getByRole('button', { name: 'Next voucher' }).click();
    await page.keyboard.press('F8');
  }
  const by = hands(page);
  const rows = page.getByRole('region', { name: 'My last ten redemptions' }).getByRole('listitem');
  await by.tap(rows.getByRole('button', { name: /^Refund/ }));
  await by.tap(page.getByRole('dialog').getByRole('radio', { name: 'Wrong amount' }));
  await expect(page.getByRole('combobox')).toHaveCount(1);
  await by.type(PEOPLE.manager.pin);
  await expect.poll(() => world.refunds(FIRST)).toEqual([2000]);
  report('a refund with two managers', by.count(), 8);
});

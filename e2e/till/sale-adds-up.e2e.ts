import type { Page } from '@playwright/test';
import { openTill, redeem, redeemButton, setDue, setTake, verdict, wedge } from '../support/till.ts';
import { expect, joinShop, openShop, test } from '../support/world.ts';

test.beforeEach(async ({ page, context, world }) => {
  test.slow();
  await openShop(context, world);
  await openTill(page, world.origin);
});

const due = (page: Page) => page.getByRole('region', { name: 'Amount due' });
const cover = (page: Page, title: string) => page.getByRole('region', { name: title });
const next = (page: Page) => page.getByRole('button', { name: 'Next voucher' });
const another = (page: Page) => page.getByRole('button', { name: 'Another voucher' });

/** Corrects the amount due, as a cashier does who sees another bill. */
async function correctDue(page: Page, amount: string): Promise<void> {
  await page.keyboard.press('F2');
  await page.keyboard.type(amount.replace(/\.00$/, ''), { delay: 120 });
  await page.keyboard.press('Escape');
}

/** The cashier's answer is lost, and the issuer shows two captures that could be it. */
async function redeemUnknown(page: Page, world: Parameters<typeof openShop>[1]): Promise<void> {
  await wedge(page, '9000000001');
  await redeemButton(page, '10.00').click();
  await expect.poll(() => world.captures('9000000001')).toEqual([1000]);
  await world.redeemPastServer('9000000001', 1000);
  await expect(verdict(page, 'Still not confirmed: call a manager')).toBeVisible();
}

test('a bill that is corrected three times adds up with two vouchers, and one of them settles later', { tag: '@main' }, async ({
  page,
  context,
  browser,
  world,
}) => {
  await setDue(page, '12.00');
  await redeem(page, '1000000050', '5.00');
  await another(page).click();
  await expect(due(page)).toContainText('Left to paySGD 7.00');
  await correctDue(page, '20.00');
  await expect(due(page)).toContainText('Left to paySGD 15.00SGD 5.00 redeemed');
  await correctDue(page, '15.00');
  await expect(due(page)).toContainText('Left to paySGD 10.00');
  await redeemUnknown(page, world);
  await expect(cover(page, 'Still not confirmed: call a manager')).toContainText('SGD 10.00 may already be redeemed');
  await expect(page.getByRole('button', { name: 'Next customer' })).toBeFocused();
  await expect(next(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the till' }).click();
  await expect(due(page)).toContainText('Left to paySGD 0.00');
  await correctDue(page, '18.00');
  await expect(due(page)).toContainText('Left to paySGD 3.00SGD 5.00 redeemedSGD 10.00 may already be redeemed');
  await wedge(page, '7KQ2M9XW4ZP3');
  await redeemButton(page, '3.00').click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await next(page).click();
  await expect(due(page)).toContainText('Left to paySGD 0.00SGD 8.00 redeemedSGD 10.00 may already be redeemed');
  const managers = await browser.newContext();
  await joinShop(context, managers, world, 'manager');
  const manager = await managers.newPage();
  await openTill(manager, world.origin);
  await settleByAttaching(manager);
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await next(page).click();
  await expect(due(page)).toContainText('Paid in fullSGD 18.00 redeemed');
  expect(await world.captures('1000000050')).toEqual([500]);
  expect(await world.captures('7KQ2M9XW4ZP3')).toEqual([300]);
  await managers.close();
});

async function settleByAttaching(manager: Page): Promise<void> {
  await manager.getByRole('link', { name: '1 case needs attention' }).click();
  await manager.getByRole('button', { name: 'Match this transaction' }).click();
  const dialog = manager.getByRole('dialog', { name: 'Match this transaction' });
  await dialog.getByRole('radio').first().check();
  await dialog.getByLabel('Reason').fill('The customer has the goods');
  await dialog.getByRole('button', { name: 'Match this transaction' }).click();
  await expect(manager.getByText('Matched. The redemption is confirmed.')).toBeVisible();
}

test('an amount redeemed again while the first outcome is unknown is overpaid once both succeed, and a manager refunds one', async ({
  page,
  context,
  browser,
  world,
}) => {
  await setDue(page, '10.00');
  await redeemUnknown(page, world);
  await page.getByRole('button', { name: 'Back to the till' }).click();
  await wedge(page, '1000000050');
  await expect(page.getByText('SGD 10.00 of this sale may already be redeemed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await world.captures('1000000050')).toEqual([]);
  await setTake(page, '10.00');
  await redeemButton(page, '10.00').click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await expect(cover(page, 'Redeemed')).toContainText('SGD 10.00 may have been redeemed twice.');
  const managers = await browser.newContext();
  await joinShop(context, managers, world, 'manager');
  const manager = await managers.newPage();
  await openTill(manager, world.origin);
  await settleByAttaching(manager);
  await next(page).click();
  await expect(due(page)).toContainText('SGD 10.00 too much was redeemed.');
  const paidTwice = manager.getByRole('article', { name: 'Sale' });
  await expect(paidTwice).toContainText('SGD 10.00');
  await paidTwice.getByRole('button', { name: 'Refund one' }).click();
  const dialog = manager.getByRole('dialog', { name: 'Refund one' });
  await dialog.getByRole('radio', { name: 'Voucher ··0050' }).check();
  await dialog.getByLabel('Reason').fill('Paid twice');
  await dialog.getByRole('button', { name: 'Refund one' }).click();
  await expect(manager.getByText('All clear')).toBeVisible();
  expect((await world.ledger('1000000050')).vouchers).toMatchObject([{ remaining: 5000 }]);
  await managers.close();
});

test('a duplicated tab follows the sale, and continues it only on request', async ({ page, context, world }) => {
  await setDue(page, '30.00');
  await redeem(page, '1000000050', '10.00');
  await another(page).click();
  const second = await context.newPage();
  await second.goto(world.origin);
  await expect(verdict(second, 'This till is open in another tab')).toBeVisible();
  await wedge(second, '7KQ2M9XW4ZP3');
  await expect(redeemButton(second, '20.00')).toHaveCount(0);
  await second.getByRole('button', { name: 'Use this tab' }).click();
  await expect(due(second)).toContainText('Left to paySGD 20.00SGD 10.00 redeemed');
  await expect(verdict(page, 'This till is open in another tab')).toBeVisible();
  await wedge(second, '7KQ2M9XW4ZP3');
  await redeemButton(second, '20.00').click();
  await expect(verdict(second, 'Paid in full')).toBeVisible();
  await second.close();
  await expect(due(page)).toContainText('Paid in fullSGD 30.00 redeemed');
  expect(await world.captures('7KQ2M9XW4ZP3')).toEqual([2000]);
});

test('the amount on the button stays correct if the browser translates the page', async ({ page, world }) => {
  await setDue(page, '30.00');
  await wedge(page, '1000000050');
  await expect(redeemButton(page, '30.00')).toBeVisible();
  await translate(page);
  await setTake(page, '25.00');
  await expect(page.getByRole('button', { name: /SGD 25\.00/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /SGD 30\.00/ })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '~Another voucher' }).or(another(page))).toBeVisible();
  expect(await world.captures('1000000050')).toEqual([2500]);
  await page.getByRole('button', { name: /Another voucher/ }).click();
  await translate(page);
  await correctDue(page, '40.00');
  await expect(due(page)).toContainText('SGD 15.00');
  await expect(due(page)).toContainText('SGD 25.00 redeemed');
});

/** Puts `font` elements in the place of text nodes, as Chrome does when it translates a page. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const parent = text.parentElement;
      if (text.data.trim() === '' || parent === null || parent.closest('[translate="no"], font, script, style') !== null) continue;
      const outer = document.createElement('font');
      outer.append(Object.assign(document.createElement('font'), { textContent: `~${text.data}` }));
      text.replaceWith(outer);
    }
  });
}

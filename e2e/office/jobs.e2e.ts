import type { Page } from '@playwright/test';
import { expectHeard, expectNoMouse, listen, pressOn, tabTo, typeByHand } from '../support/keyboard.ts';
import { nameOf } from '../support/people.ts';
import { addStock, booked, cardsFrom, certificate } from '../support/stock-room.ts';
import { openTill, redeem, verdict } from '../support/till.ts';
import { expect, joinShop, openShop, PEOPLE, signIn, test } from '../support/world.ts';

/* The whole job of each role by keyboard only. Assertions use the accessibility tree and live
   announcements. */

/** Locks the till, and signs a person in. */
async function unlockByKeys(page: Page, who: keyof typeof PEOPLE): Promise<void> {
  await page.keyboard.press('F9');
  await pressOn(page, nameOf(page, PEOPLE[who].name));
  await expect(page.getByLabel(`PIN for ${PEOPLE[who].name}`)).toBeFocused();
  await typeByHand(page, PEOPLE[who].pin);
}

/** Answers why, and gives the amount back. */
async function refundByKeys(page: Page, amount: string): Promise<void> {
  const dialog = page.getByRole('dialog').last();
  await pressOn(page, dialog.getByRole('radio', { name: 'Wrong amount' }), 'Space');
  await pressOn(page, dialog.getByRole('button', { name: `Refund SGD ${amount}` }));
  await expectHeard(page, /^Refunded/);
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Enter');
}

test('a cashier signs in, redeems a voucher and undoes it', { tag: '@main' }, async ({ page, context, world }) => {
  test.slow();
  await openShop(context, world);
  await listen(page);
  await openTill(page, world.origin);
  await unlockByKeys(page, 'cashier');
  await page.getByRole('textbox', { name: 'Voucher number' }).waitFor();
  await typeByHand(page, '1000000050');
  await page.keyboard.press('Enter');
  await expectHeard(page, /^\$50 Sample Voucher, Active, SGD.50\.00 left$/);
  await expect(page.getByRole('region', { name: '$50 Sample Voucher' })).toMatchAriaSnapshot(`
    - heading "$50 Sample Voucher" [level=2]
    - button "Close"
    - button "Change the amount" [expanded]
    - group "Keypad"
    - button "Enter an amount" [disabled]
  `);
  await typeByHand(page, '20');
  await expect(page.getByRole('button', { name: 'Redeem SGD 20.00' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectHeard(page, /Redeemed SGD.20\.00\. /);
  await expect(page.getByRole('button', { name: 'Next voucher' })).toBeFocused();
  await page.keyboard.press('Enter');
  await pressOn(page, page.getByRole('region', { name: 'My last ten redemptions' }).getByRole('button', { name: /^Undo/ }));
  await expect(page.getByRole('dialog', { name: 'Refund to the voucher' })).toBeVisible();
  await refundByKeys(page, '20.00');
  await expect(page.getByRole('region', { name: 'My last ten redemptions' })).toContainText('Refunded');
  expect(await world.refunds('1000000050')).toEqual([2000]);
  await expectNoMouse(page);
});

test('stock staff sign in and activate a range with the keyboard, and its certificate is announced', { tag: '@main' }, async ({
  page,
  context,
  world,
}) => {
  test.slow();
  await openShop(context, world);
  await addStock(context, world);
  await signIn(context, world, 'stock');
  await listen(page);
  await page.goto(world.origin);
  await page.getByRole('heading', { level: 1, name: 'Activate cards' }).waitFor();
  await unlockByKeys(page, 'stock');
  await tabTo(page, page.getByRole('textbox', { name: 'First number' }));
  for (const [text, name] of [
    ['000101', 'First number'],
    ['000105', 'Last number'],
    ['5', 'Number of cards counted'],
  ] as const) {
    await expect(page.getByRole('textbox', { name })).toBeFocused();
    await typeByHand(page, text);
    await page.keyboard.press('Enter');
  }
  await expectHeard(page, /^5 cards000101 to 000105$/);
  /* The right count put the range on the list, and the next one may come. */
  await expect(page.getByRole('textbox', { name: 'First number' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'First number' })).toHaveValue('');
  await pressOn(page, page.getByRole('button', { name: 'Activate 5 cards' }));
  await expect(page.getByRole('heading', { level: 1, name: '5 of 5 cards are active' })).toBeVisible({ timeout: 40_000 });
  await expectHeard(page, /All of these cards are active|5 of 5 cards are active/);
  await expect(certificate(page)).toMatchAriaSnapshot(`
    - article "Activation certificate":
      - heading "Activation certificate" [level=2]
      - term: Status
      - definition: Active
      - term: Cards
      - definition: 5 of 5 cards are active
      - term: Who
      - definition: Sam, Till 1
      - list:
        - listitem:
          - text: 000101 to 000105 5 cards Active
  `);
  expect(await booked(world, cardsFrom('000101', 5))).toEqual(new Set(['Active']));
  await expectNoMouse(page);
});

test('a manager finds a transaction, refunds it, and decides a case', { tag: '@main' }, async ({ page, context, browser, world }) => {
  test.setTimeout(240_000);
  await openShop(context, world);
  const office = await browser.newContext();
  await joinShop(context, office, world, 'manager');
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '12.34');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.getByRole('button', { name: 'Next voucher' }).click();

  const desk = await office.newPage();
  await listen(desk);
  await openTill(desk, world.origin);
  await unlockByKeys(desk, 'manager');
  await pressOn(desk, desk.getByRole('navigation').getByRole('link', { name: 'Money' }));
  await expectHeard(desk, /^→ Transactions$/);
  await tabTo(desk, desk.getByLabel('Voucher', { exact: true }));
  await typeByHand(desk, '0050');
  await pressOn(
    desk,
    desk.getByRole('table', { name: 'Transactions' }).getByRole('button', { name: /^Open Redemption, SGD.12\.34, ··0050/ }),
  );
  const sheet = desk.getByRole('dialog', { name: 'Transaction' });
  await expect(sheet).toContainText('Ana, Till 1');
  await pressOn(desk, sheet.getByRole('button', { name: 'Refund', exact: true }));
  await refundByKeys(desk, '12.34');
  await expect(sheet.getByText(/^Refunded: /)).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  expect(await world.refunds('1000000050')).toEqual([1234]);

  /* An answer is lost, and the issuer shows two captures that could be it. */
  await redeem(page, '9000000001', '20.00');
  await expect.poll(() => world.captures('9000000001')).toEqual([2000]);
  await world.redeemPastServer('9000000001', 2000);
  await expect(verdict(page, 'Still not confirmed: call a manager')).toBeVisible({ timeout: 60_000 });
  await pressOn(desk, desk.getByRole('link', { name: '1 case needs attention' }));
  await expectHeard(desk, /^→ Today$/);
  await pressOn(desk, desk.getByRole('button', { name: 'Match this transaction' }));
  const dialog = desk.getByRole('dialog', { name: 'Match this transaction' });
  await pressOn(desk, dialog.getByRole('radio').first(), 'Space');
  await tabTo(desk, dialog.getByLabel('Reason'));
  await typeByHand(desk, 'The customer has the goods');
  await desk.keyboard.press('Enter');
  await expectHeard(desk, /^(→ )?Matched\. The redemption is confirmed\.$/);
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await expectNoMouse(desk);
  await office.close();
});

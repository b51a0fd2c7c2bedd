import type { Locator, Page } from '@playwright/test';
import { hands } from '../support/hands.ts';
import { unlock } from '../support/people.ts';
import { collect, openTill, redeemButton, takeAllButton, verdict } from '../support/till.ts';
import { expect, openShop, PEOPLE, test } from '../support/world.ts';

/* Customers in a row without a pause, each with another way to pay. */

const FIFTY = '1000000050';
const THOUSAND = '1000000100';
const DASHED = '2026-00001234';
const SILENT = '9000000002';

const due = (page: Page) => page.getByRole('region', { name: 'Amount due' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

/** The sale's main button is on the screen, whole. */
const onScreen = (main: Locator) => expect(main).toBeInViewport({ ratio: 1 });

for (const [where, viewport, settings] of [
  ['a phone', { width: 390, height: 844 }, {}],
  ['a tablet in training mode', { width: 1024, height: 768 }, { VOUCHER_SERVICE: 'sandbox' }],
  ['a desktop', { width: 1440, height: 900 }, {}],
] as const)
  test.describe(`on ${where}`, () => {
    test.use({ viewport, settings });
    const isPhone = viewport.width < 600;

    test('eight consecutive customers each pay their own bill, with few actions', async ({ page, context, world }) => {
      test.slow();
      await openShop(context, world);
      await openTill(page, world.origin);
      const by = hands(page);
      /** @param most keys, taps and scans */
      const serve = async (most: number, act: () => Promise<void>) => {
        const before = by.count();
        await act();
        expect(by.count() - before).toBeLessThanOrEqual(most);
      };
      const owes = async (amount: string) => {
        await by.press('F2');
        await by.type(amount);
      };
      const redeem = async (amount: string) => {
        await onScreen(redeemButton(page, amount));
        await by.press('Enter');
      };

      await test.step('a voucher, and the rest in cash', () =>
        serve(6, async () => {
          await owes('80');
          await by.scan(FIFTY);
          await redeem('50.00');
          await expect(collect(page)).toContainText('30.00');
          await onScreen(button(page, 'Collected SGD 30.00'));
          await by.press('Enter');
          await expect(due(page)).toContainText(/Paid in fullSGD\s50\.00 redeemedSGD\s30\.00 collected/);
        }));

      await test.step('two vouchers', () =>
        serve(8, async () => {
          await owes('55');
          await by.scan(DASHED);
          await redeem('50.00');
          await expect(collect(page)).toContainText('5.00');
          await by.scan(THOUSAND);
          await redeem('5.00');
          await expect(verdict(page, 'Paid in full')).toBeVisible();
        }));

      await test.step('no amount due', () =>
        serve(2, async () => {
          await by.scan('7KQ2M9XW4ZP3');
          await onScreen(takeAllButton(page, '50.00'));
          await by.tap(takeAllButton(page, '50.00'));
          await expect(verdict(page, 'Redeemed')).toBeVisible();
        }));

      await test.step('a bill that turns out lower before the voucher pays, and higher afterwards', () =>
        serve(isPhone ? 18 : 15, async () => {
          await owes('60');
          await by.scan(THOUSAND);
          await expect(redeemButton(page, '60.00')).toBeVisible();
          if (isPhone) {
            await by.press('F4');
            await by.type('45');
            await redeem('45.00');
            await by.tap(button(page, 'Change the amount due'));
            await by.type('45');
            await by.press('Enter');
            await expect(due(page)).toContainText(/Paid in fullSGD\s45\.00 redeemed/);
          } else {
            await owes('45');
            await by.press('Enter');
            await redeem('45.00');
            await expect(verdict(page, 'Paid in full')).toBeVisible();
          }
          await owes('52');
          await by.tap(button(page, 'Same customer: SGD 45.00'));
          await expect(due(page)).toContainText(/Left to paySGD\s7\.00SGD\s45\.00 redeemed/);
          await by.tap(button(page, 'Collected SGD 7.00'));
        }));

      await test.step('one who paid too much, gets it back and pays again', () =>
        serve(16, async () => {
          await owes('30');
          await by.scan(THOUSAND);
          await redeem('30.00');
          await expect(verdict(page, 'Paid in full')).toBeVisible();
          await by.tap(page.getByRole('region', { name: 'Paid in full' }).getByRole('button', { name: /^Undo/ }));
          const dialog = page.getByRole('dialog', { name: 'Refund to the voucher' });
          await by.tap(dialog.getByRole('radio', { name: 'Wrong amount' }));
          await by.tap(dialog.getByRole('button', { name: /^Refund SGD/ }));
          await expect(verdict(page, 'Refunded')).toBeVisible();
          await owes('20');
          await by.scan(THOUSAND);
          await redeem('20.00');
          await expect(verdict(page, 'Paid in full')).toBeVisible();
        }));

      await test.step('a colleague in between', async () => {
        await by.press('F9');
        await unlock(page, PEOPLE.manager);
        await expect(page.getByText(`${PEOPLE.manager.name} · Till 1`)).toBeVisible();
        await owes('15');
        await by.scan(THOUSAND);
        await redeem('15.00');
        await expect(verdict(page, 'Paid in full')).toBeVisible();
        await expect(due(page)).not.toContainText('20.00');
        await by.press('F9');
        await unlock(page, PEOPLE.cashier);
        await expect(page.getByText(`${PEOPLE.cashier.name} · Till 1`)).toBeVisible();
      });

      await test.step('a lost answer, and the next customer at once', async () => {
        await owes('20');
        await by.scan(SILENT);
        await redeem('20.00');
        await expect(page.getByRole('heading', { name: 'Checking with the issuer. Do not redeem again.' })).toBeVisible();
        await onScreen(button(page, 'Next customer'));
        await by.tap(button(page, 'Next customer'));
        await owes('9');
        await by.scan(THOUSAND);
        await redeem('9.00');
        await expect(verdict(page, 'Paid in full')).toBeVisible();
      });

      /* The issuer of training mode is inside the server. */
      if ('VOUCHER_SERVICE' in settings) return;
      expect(await world.captures(FIFTY)).toEqual([5000]);
      expect(await world.captures(DASHED)).toEqual([5000]);
      expect(await world.captures(THOUSAND)).toEqual([500, 4500, 3000, 2000, 1500, 900]);
    });
  });

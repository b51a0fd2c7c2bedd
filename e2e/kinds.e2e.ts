import type { Page } from '@playwright/test';
import { openTill, redeemButton, setDue, setTake, verdict, wedge } from './support/till.ts';
import { expect, openShop, test } from './support/world.ts';

/** Types the number of a voucher into its field, slower than any scanner. */
async function typeCode(page: Page, ref: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Voucher code' });
  await field.pressSequentially(ref, { delay: 120 });
  await field.press('Enter');
}

test.describe('a typed number is known by its product', () => {
  test.beforeEach(async ({ page, context, world }) => {
    await openShop(context, world);
    await openTill(page, world.origin);
  });

  test('several times usable: what is left is said before and after', async ({ page, world }) => {
    await typeCode(page, '1000000050');
    await expect(page.getByRole('heading', { name: '$50 Sample Voucher' })).toBeVisible();
    await expect(page.getByText('can be used several times')).toBeVisible();
    await setTake(page, '20.00');
    await redeemButton(page, '20.00').click();
    await expect(verdict(page, 'Taken')).toBeVisible();
    await expect(page.getByText('SGD 30.00 left on the voucher')).toBeVisible();
    expect(await world.captures('1000000050')).toEqual([2000]);
    expect((await world.ledger('1000000050')).vouchers).toMatchObject([{ remaining: 3000 }]);
  });

  test('single use: what is forfeited is said before and after, and nothing is left', async ({ page, world }) => {
    await setDue(page, '10.00');
    await typeCode(page, '3000000001');
    await expect(page.getByRole('heading', { name: '$25 Single-use Voucher' })).toBeVisible();
    await expect(page.getByText('Single use: the remaining SGD 15.00 is forfeited.')).toBeVisible();
    await redeemButton(page, '10.00').click();
    await expect(verdict(page, 'Taken')).toBeVisible();
    await expect(page.getByText('Single use: SGD 15.00 is forfeited', { exact: true })).toBeVisible();
    await expect(page.getByText('Nothing is left on the voucher')).toBeVisible();
    await expect(page.getByText('left on the voucher', { exact: false }).filter({ hasText: 'SGD' })).toHaveCount(0);
    expect(await world.captures('3000000001')).toEqual([1000]);
    expect((await world.ledger('3000000001')).vouchers).toMatchObject([{ remaining: 0, status: 'Used' }]);
  });

  test('several items: one is taken, and the rest is counted', async ({ page, world }) => {
    await typeCode(page, '3000000004');
    await expect(page.getByRole('heading', { name: 'Four Coffees' })).toBeVisible();
    await expect(page.getByText('Counts items, not money')).toBeVisible();
    await expect(page.getByText('SGD 0.04')).toHaveCount(0);
    await page.getByRole('button', { name: 'Redeem 1 item' }).click();
    await expect(verdict(page, 'Taken')).toBeVisible();
    await expect(page.getByText('3 items left on the voucher')).toBeVisible();
    expect((await world.ledger('3000000004')).vouchers).toMatchObject([{ remaining: 3 }]);
  });

  test('single use of several items: all of them are taken', async ({ page, world }) => {
    await typeCode(page, '3000000006');
    await page.getByRole('button', { name: 'Redeem 3 items' }).click();
    await expect(verdict(page, 'Taken')).toBeVisible();
    await expect(page.getByText('Nothing is left on the voucher')).toBeVisible();
    expect((await world.ledger('3000000006')).vouchers).toMatchObject([{ remaining: 0 }]);
  });

  test('another currency: named, and refused here', async ({ page, world }) => {
    await setDue(page, '10.00');
    await typeCode(page, 'MY123456789');
    const panel = page.getByRole('region', { name: 'RM50 Sample Voucher' });
    await expect(panel).toContainText(/MYR\s50\.00/);
    await expect(panel).toContainText('Another currency. It can’t pay here.');
    await expect(panel).not.toContainText('SGD');
    await expect(page.getByRole('button', { name: /^Redeem/ })).toHaveCount(0);
    expect(await world.captures('MY123456789')).toEqual([]);
  });

  for (const [ref, chip, words] of [
    ['2000000004', 'Not activated', 'Not activated yet.'],
    ['2000000003', 'Expired', 'Expired.'],
    ['CD987654321', 'Expired', 'Expired.'],
    ['2000000005', 'Withdrawn', 'Withdrawn.'],
    ['2000000001', 'Used', 'Already used.'],
    ['9999999999', 'Not checked', 'No such voucher.'],
  ] as const) {
    test(`${ref} is refused before anything is sent: ${words}`, async ({ page, world }) => {
      await typeCode(page, ref);
      await expect(page.getByText(chip, { exact: true })).toBeVisible();
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByRole('button', { name: /^Redeem/ })).toHaveCount(0);
      expect(await world.captures(ref)).toEqual([]);
    });
  }

  test('a plastic card is known by its product, too', async ({ page, world }) => {
    await wedge(page, await world.cardRef('000601'));
    await expect(page.getByRole('region', { name: '$50 Gift Card' })).toContainText(/SGD\s50\.00/);
  });
});

test.describe('where the check names no product', () => {
  test.use({ settings: { CHECK_SOURCE: 'legacy' } });
  test.beforeEach(async ({ page, context, world }) => {
    await openShop(context, world);
    await openTill(page, world.origin);
  });
  const unknown = 'Kind of voucher not known: it may be single use or count items.';

  test('a voucher is not called dollars: no balance is stated, and an amount has to be typed', async ({ page, world }) => {
    await typeCode(page, '3000000004');
    const panel = page.getByRole('region', { name: 'Voucher' });
    await expect(panel).toContainText(unknown);
    await expect(panel).toContainText('Active');
    await expect(panel).not.toContainText('0.04');
    await expect(panel.getByRole('button', { name: 'Enter an amount' })).toBeDisabled();
    await page.keyboard.press('Enter');
    expect(await world.captures('3000000004')).toEqual([]);
  });

  test('the amount due is asked of the issuer, who decides', async ({ page, world }) => {
    await setDue(page, '5.00');
    await typeCode(page, '3000000004');
    await expect(page.getByText(unknown)).toBeVisible();
    await redeemButton(page, '5.00').click();
    await expect(verdict(page, 'Not enough on it')).toBeVisible();
    expect((await world.ledger('3000000004')).vouchers).toMatchObject([{ remaining: 4 }]);
  });

  test('what a redemption of it left is stated as the issuer’s answer confirms it', async ({ page, world }) => {
    await setDue(page, '10.00');
    await typeCode(page, '3000000001');
    await expect(page.getByText(unknown)).toBeVisible();
    await redeemButton(page, '10.00').click();
    await expect(verdict(page, 'Taken')).toBeVisible();
    await expect(page.getByText('SGD 15.00')).toHaveCount(0);
    await expect(page.getByText('Nothing is left on the voucher')).toBeVisible();
    expect((await world.ledger('3000000001')).vouchers).toMatchObject([{ remaining: 0 }]);
  });
});

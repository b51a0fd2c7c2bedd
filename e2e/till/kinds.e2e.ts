import type { Page } from '@playwright/test';
import { openTill, redeemButton, setDue, setTake, verdict, wedge } from '../support/till.ts';
import { expect, openShop, test, type World } from '../support/world.ts';

/** Types the number of a voucher into its field, slower than any scanner. */
async function typeCode(page: Page, ref: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Voucher number' });
  await field.pressSequentially(ref, { delay: 120 });
  await field.press('Enter');
}

async function scanLink(page: Page, ref: string, world: World): Promise<void> {
  /* A link for a voucher that does not exist. */
  const id = (await world.ledger(ref)).vouchers[0]?.voucherId ?? '00000000-0000-4000-8000-000000000000';
  await wedge(page, `https://vouchers.example/v/${id}`);
}

const WAYS: Readonly<Record<string, (page: Page, ref: string, world: World) => Promise<void>>> = {
  'typed by its number': typeCode,
  'read from its bar code': wedge,
  'read as its link': scanLink,
};

const next = (page: Page) => page.getByRole('button', { name: 'Next voucher' }).click();
const of = (page: Page, product: string) => page.getByRole('region', { name: product });
const receipt = (page: Page) => page.locator('.receipt');

for (const [way, show] of Object.entries(WAYS)) {
  test.describe(`a voucher ${way}`, () => {
    test.beforeEach(async ({ page, context, world }) => {
      await openShop(context, world);
      await openTill(page, world.origin);
    });

    test('is shown with its product and how it can be used: for money or items, once or several times', async ({ page, world }) => {
      await show(page, '1000000050', world);
      await expect(of(page, '$50 Sample Voucher')).toContainText('can be used more than once');
      await setTake(page, '20.00');
      await redeemButton(page, '20.00').click();
      await expect(verdict(page, 'Redeemed')).toBeVisible();
      await expect(page.getByText('SGD 30.00 left on the voucher')).toBeVisible();
      await expect(receipt(page)).toContainText(/Balance on voucher\s*SGD\s30\.00/);
      await next(page);

      await show(page, '3000000001', world);
      await expect(of(page, '$25 Single-use Voucher')).toContainText('single use');
      await setTake(page, '10.00');
      await expect(page.getByText('Single use: the rest (SGD 15.00) is forfeited.')).toBeVisible();
      await redeemButton(page, '10.00').click();
      await expect(verdict(page, 'Redeemed')).toBeVisible();
      await expect(page.getByText('Forfeited (single use): SGD 15.00')).toBeVisible();
      await expect(page.getByText('The voucher is empty. Give it back.', { exact: true })).toBeVisible();
      await expect(receipt(page)).toContainText(/Balance on voucher\s*SGD\s0\.00/);
      await expect(receipt(page)).toContainText(/Forfeited \(single use\)\s*SGD\s15\.00/);
      await next(page);

      await show(page, '3000000004', world);
      await expect(of(page, 'Four Coffees')).toContainText('For items, not money');
      await expect(page.getByText('SGD 0.04')).toHaveCount(0);
      await page.getByRole('button', { name: 'Redeem 1 item' }).click();
      await expect(verdict(page, 'Redeemed')).toBeVisible();
      await expect(page.getByText('3 items left on the voucher')).toBeVisible();
      await next(page);

      await show(page, '3000000006', world);
      await of(page, 'Lunch for Three').getByRole('button', { name: 'Redeem 3 items' }).click();
      await expect(verdict(page, 'Redeemed')).toBeVisible();
      await expect(page.getByText('The voucher is empty. Give it back.', { exact: true })).toBeVisible();

      /* Items are captured without an amount. */
      for (const [ref, captured, remaining] of [
        ['1000000050', 2000, 3000],
        ['3000000001', 1000, 0],
        ['3000000004', null, 3],
        ['3000000006', null, 0],
      ] as const) {
        expect(await world.captures(ref)).toEqual([captured]);
        expect((await world.ledger(ref)).vouchers).toMatchObject([{ remaining }]);
      }
    });

    test('is refused before Enter with the reason if it cannot pay', async ({ page, world }) => {
      await setDue(page, '10.00');
      for (const [ref, chip, title, advice] of [
        ['MY123456789', '', 'Wrong currency', 'This voucher is in MYR, but this shop accepts SGD. Take another payment.'],
        ['2000000004', 'Not activated', 'Not activated yet', 'Ask stock staff'],
        ['2000000003', '', 'Expired', 'It can no longer be used.'],
        ['CD987654321', '', 'Expired', 'It can no longer be used.'],
        ['2000000005', '', 'Cancelled', 'It is no longer in circulation.'],
        ['2000000001', 'Used', 'Fully used', 'No balance is left.'],
        ['2000000002', 'Used', 'Fully used', 'No balance is left.'],
        ['9999999999', 'Not found', 'Voucher not found', 'Check the number'],
      ] as const) {
        await show(page, ref, world);
        if (chip !== '') await expect(page.getByText(chip, { exact: true })).toBeVisible();
        await expect(page.getByText(title, { exact: true })).toBeVisible();
        await expect(page.getByRole('region').getByText(advice)).toBeVisible();
        await expect(page.getByText('could not be reached')).toHaveCount(0);
        if (ref === 'MY123456789') await expect(of(page, 'RM50 Sample Voucher')).toContainText(/MYR\s50\.00/);
        await expect(page.getByRole('button', { name: /^Redeem/ })).toHaveCount(0);
        await page.keyboard.press('Enter');
        await expect(page.getByRole('region').getByText(advice)).toHaveCount(0);
        expect(await world.captures(ref)).toEqual([]);
      }
    });
  });
}

test('a number with a dash is found if it is typed with another kind of dash', async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await setDue(page, '20.00');
  await typeCode(page, '2026–00001234');
  await redeemButton(page, '20.00').click();
  await expect(verdict(page, 'Paid in full')).toBeVisible();
  expect(await world.captures('2026-00001234')).toEqual([2000]);
});

test('a plastic card is shown with its product', async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await wedge(page, await world.cardRef('000601'));
  await expect(of(page, '$50 Gift Card')).toContainText(/SGD\s50\.00/);
});

test.describe('the merchant’s check without a catalogue', () => {
  test.use({ settings: { CLIENT_SECRET: 'wrong' } });
  test('only the product’s name is shown, and an empty voucher has an unknown status', async ({ page, context, world }) => {
    await openShop(context, world);
    await openTill(page, world.origin);
    await wedge(page, '3000000004');
    await expect(of(page, 'Four Coffees')).toContainText('Voucher type not known. It may be single use, or hold items instead of money.');
    await expect(of(page, 'Four Coffees')).not.toContainText('0.04');
    await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await wedge(page, '2000000001');
    await expect(page.getByText('Status not known', { exact: true })).toBeVisible();
    await expect(page.getByRole('region').getByText('It was used, or it is not activated yet.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Redeem/ })).toHaveCount(0);
    expect([await world.captures('3000000004'), await world.captures('2000000001')]).toEqual([[], []]);
  });
});

test.describe('a check that names no product', () => {
  test.use({ settings: { CHECK_SOURCE: 'legacy' } });
  test.beforeEach(async ({ page, context, world }) => {
    await openShop(context, world);
    await openTill(page, world.origin);
  });
  const unknown = 'Voucher type not known. It may be single use, or hold items instead of money.';

  test('no balance is shown, and an amount must be entered', async ({ page, world }) => {
    await typeCode(page, '3000000004');
    const panel = page.getByRole('region', { name: 'Voucher' });
    await expect(panel).toContainText(unknown);
    await expect(panel).toContainText('Active');
    await expect(panel).not.toContainText('0.04');
    await expect(panel.getByRole('button', { name: 'Enter an amount' })).toBeDisabled();
    await page.keyboard.press('Enter');
    expect(await world.captures('3000000004')).toEqual([]);
  });

  test('the amount due is sent to the issuer, which decides', async ({ page, world }) => {
    await setDue(page, '5.00');
    await typeCode(page, '3000000004');
    await expect(page.getByText(unknown)).toBeVisible();
    await redeemButton(page, '5.00').click();
    await expect(verdict(page, 'Balance too low')).toBeVisible();
    expect((await world.ledger('3000000004')).vouchers).toMatchObject([{ remaining: 4 }]);
  });

  test('the balance after a redemption is shown as confirmed by the issuer’s answer', async ({ page, world }) => {
    await setDue(page, '10.00');
    await typeCode(page, '3000000001');
    await expect(page.getByText(unknown)).toBeVisible();
    await redeemButton(page, '10.00').click();
    await expect(verdict(page, 'Paid in full')).toBeVisible();
    await expect(page.getByText('SGD 15.00')).toHaveCount(0);
    await expect(page.getByText('The voucher is empty. Give it back.', { exact: true })).toBeVisible();
    expect((await world.ledger('3000000001')).vouchers).toMatchObject([{ remaining: 0 }]);
  });
});

test.describe('a shop set to money only, with a check that names no product', () => {
  test.use({ settings: { CHECK_SOURCE: 'legacy', LEGACY_CHECK_KIND: 'money' } });

  test('a balance is shown as based on the setting, part of it is redeemed, and a contradicting voucher is reported', async ({
    page,
    context,
    world,
  }) => {
    await openShop(context, world);
    await openTill(page, world.origin);
    await typeCode(page, '1000000050');
    const panel = page.getByRole('region', { name: 'Voucher' });
    await expect(panel).toContainText('SGD 50.00');
    await expect(panel).toContainText('Money value assumed from this shop’s settings; the issuer does not report it');
    await setTake(page, '20.00');
    await redeemButton(page, '20.00').click();
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    await expect(page.getByText('SGD 30.00 left on the voucher')).toBeVisible();
    await next(page);

    await typeCode(page, '3000000004');
    await setTake(page, '0.04');
    await redeemButton(page, '0.04').click();
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    await expect(page.getByText('The issuer treated this voucher as a different type')).toBeVisible();
    await expect(page.getByText('Remaining balance not known')).toBeVisible();
  });
});

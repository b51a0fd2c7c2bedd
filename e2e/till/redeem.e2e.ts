import { collect, openTill, panel, redeem, redeemButton, setDue, setTake, takeAllButton, verdict, wedge } from '../support/till.ts';
import { ask, expect, openShop, signIn, test } from '../support/world.ts';

test.beforeEach(async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
});

test('a hand scanner reads a voucher from anywhere on the page, and one key redeems the amount due', { tag: '@main' }, async ({
  page,
  world,
}) => {
  await setDue(page, '50.00');
  await wedge(page, '1000000050');
  await expect(panel(page)).toContainText('50.00');
  await expect(redeemButton(page, '50.00')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'Paid in full')).toBeVisible();
  await expect(page.getByText('The voucher is empty. Give it back.', { exact: true })).toBeVisible();
  expect(await world.captures('1000000050')).toEqual([5000]);
  expect((await world.ledger('1000000050')).vouchers).toMatchObject([{ remaining: 0 }]);
});

test('Enter does not redeem without an amount due until the cashier types one or chooses the whole balance', async ({ page, world }) => {
  await expect(page.getByRole('region', { name: 'Amount due' })).toContainText('No amount due yet');
  await wedge(page, '1000000050');
  await expect(panel(page).getByRole('group', { name: 'Keypad' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('12.5', { delay: 120 });
  await expect(redeemButton(page, '12.50')).toBeFocused();
  await expect(takeAllButton(page, '50.00')).toHaveCount(0);
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  expect(await world.captures('1000000050')).toEqual([]);
  await takeAllButton(page, '50.00').click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  expect(await world.captures('1000000050')).toEqual([5000]);
});

test('80 and Enter must be confirmed as the amount due with another Enter', async ({ page }) => {
  const due = page.getByRole('region', { name: 'Amount due' });
  await page.keyboard.type('80', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Amount due: SGD 80.00?' })).toBeFocused();
  await expect(due).toContainText('No amount due yet');
  await page.keyboard.press('Enter');
  await expect(due).toContainText('80.00');
  await wedge(page, '1000000050');
  await expect(redeemButton(page, '50.00')).toBeFocused();
});

test('a tapped amount does not change when Enter is pressed', async ({ page, world }) => {
  const due = page.getByRole('region', { name: 'Amount due' });
  const tap = async (keys: string) => {
    for (const key of keys) await page.getByRole('button', { name: key, exact: true }).click();
  };
  for (const key of ['1', '2', 'Decimal point', '3', '4']) await page.getByRole('button', { name: key, exact: true }).click();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await expect(due).toContainText('SGD 12.34');
  await wedge(page, '1000000100');
  await expect(redeemButton(page, '12.34')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'Paid in full')).toBeVisible();
  expect(await world.captures('1000000100')).toEqual([1234]);
  await page.keyboard.press('F8');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Enter the amount due' }).click();
  await tap('60');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(due).toContainText('SGD 60.00');
});

test('a voucher number typed after the amount due is never appended to it', async ({ page }) => {
  const due = page.getByRole('region', { name: 'Amount due' });
  const field = page.getByRole('textbox', { name: 'Voucher number' });
  for (const end of ['Enter', 'Escape', 'Tab']) {
    await page.keyboard.press('F2');
    await page.keyboard.press('Delete');
    await page.keyboard.type('10', { delay: 120 });
    await page.keyboard.press(end);
    await page.keyboard.type('3000000001', { delay: 120 });
    await expect(field).toHaveValue('3000000001');
    await expect(due).toContainText('SGD 10.00');
    await field.fill('');
  }
  await page.keyboard.press('F2');
  await page.keyboard.type('SG1234567890', { delay: 120 });
  await expect(field).toHaveValue('SG1234567890');
  await expect(due).toContainText('SGD 10.00');
});

test('an amount due may contain a point or a comma, and an unclear one is not accepted', async ({ page }) => {
  const due = page.getByRole('region', { name: 'Amount due' });
  await page.keyboard.press('F2');
  for (const [typed, shown] of [
    ['80.', 'SGD 80.00'],
    ['12,5', 'SGD 12.50'],
    ['1,234.50', 'SGD 1,234.50'],
    ['12.50+3', 'SGD 15.50'],
    ['5+3', 'SGD 8.00'],
    ['80', 'SGD 80.00'],
  ] as const) {
    await page.keyboard.type(typed, { delay: 120 });
    await expect(due).toContainText(shown);
    await page.keyboard.press('Delete');
  }
  await page.keyboard.type('12.500', { delay: 120 });
  await expect(due).toContainText('That amount is not clear. Include the cents, for example 5.00.');
  await page.keyboard.press('Escape');
  await wedge(page, '1000000050');
  await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeVisible();
});

test('a long number typed as the amount due is treated as a code', async ({ page }) => {
  const due = page.getByRole('region', { name: 'Amount due' });
  const field = page.getByRole('textbox', { name: 'Voucher number' });
  await setDue(page, '20.00');
  await page.keyboard.press('F2');
  await page.keyboard.press('Delete');
  await page.keyboard.type('3000000001', { delay: 120 });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('3000000001');
  await expect(due).toContainText('No amount due yet');
});

test('an unlikely amount due needs confirmation, and has no effect until then', async ({ page, world }) => {
  const due = page.getByRole('region', { name: 'Amount due' });
  await page.keyboard.press('F2');
  await page.keyboard.type('1000050', { delay: 120 });
  await page.keyboard.press('Enter');
  const question = page.getByText('SGD 1,000,050.00: is that a voucher number?');
  await expect(question).toBeVisible();
  await wedge(page, '1000000050');
  await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Yes, look it up' }).click();
  await expect(page.getByText('Voucher not found', { exact: true })).toBeVisible();
  await expect(due).toContainText('No amount due yet');
  await page.keyboard.press('Enter');

  await page.keyboard.press('F2');
  await page.keyboard.type('12000', { delay: 120 });
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'No, SGD 12,000.00 is due' }).click();
  await wedge(page, '1000000050');
  await expect(redeemButton(page, '50.00')).toBeFocused();
  expect(await world.captures('1000000050')).toEqual([]);
});

test('80 means 0.80 in a shop where digits are cents, on the pad, on the panel and in place of a code', async ({
  page,
  context,
  world,
}) => {
  await signIn(context, world, 'manager');
  await ask(context.request, world, 'PUT', '/api/settings', { typedAmounts: 'cents' });
  await signIn(context, world, 'cashier');
  await openTill(page, world.origin);
  const due = page.getByRole('region', { name: 'Amount due' });
  await expect(due.getByText('80 → SGD 0.80')).toBeVisible();
  await page.keyboard.press('F2');
  await page.keyboard.type('80', { delay: 120 });
  await expect(due).toContainText(/SGD.0\.80/);
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await page.keyboard.type('80', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Amount due: SGD 0.80?' })).toBeFocused();
  await page.keyboard.press('Escape');
  await wedge(page, '1000000050');
  await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeFocused();
  await page.keyboard.type('80', { delay: 120 });
  await expect(redeemButton(page, '0.80')).toBeVisible();
});

test('scanned keys that a slow page treated as typed are removed from the amount due', async ({ page, world }) => {
  await page.clock.install();
  await openTill(page, world.origin);
  await setDue(page, '20.00');
  await page.keyboard.press('F2');
  const due = page.getByRole('region', { name: 'Amount due' });
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press('1');
  /* Nothing more comes for a while: the page takes the digit for typed. */
  await page.clock.runFor(120);
  await expect(due).toContainText('SGD 1.00');
  for (const key of ['0', '0', '0', '0', '0', '0', '0', '5', '0', 'Enter']) await page.keyboard.press(key);
  await page.clock.resume();
  await expect(redeemButton(page, '20.00')).toBeVisible();
  await expect(due).toContainText('20.00');
  await expect(due).not.toContainText('1.00');
});

test('a cashier types a code and redeems part of the balance using only the keyboard', async ({ page, world }) => {
  await page.keyboard.type('AB-1234 56789', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('50.00');
  await page.keyboard.type('7.5', { delay: 120 });
  await expect(redeemButton(page, '7.50')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await expect(page.getByText('SGD 42.50 left on the voucher')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
  await expect(page.getByRole('list').filter({ hasText: '··6789' }).first()).toContainText('7.50');
  expect(await world.captures('AB123456789')).toEqual([750]);
});

test('the amount is filled in up to the voucher’s balance, and several vouchers cover the amount due', async ({ page, world }) => {
  const field = page.getByRole('textbox', { name: 'Voucher number' });
  await page.keyboard.type('SG12', { delay: 120 });
  await expect(field).toHaveValue('SG12');
  await page.keyboard.press('F8');
  await expect(field, 'a new sale begins with an empty field').toHaveValue('');
  await page.keyboard.press('Escape');
  await setDue(page, '80.00');
  await wedge(page, '1000000050');
  await redeemButton(page, '50.00').click();
  await expect(collect(page)).toContainText('30.00');
  await page.getByRole('button', { name: 'Another voucher' }).click();
  await wedge(page, '7KQ2M9XW4ZP3');
  await redeemButton(page, '30.00').click();
  await expect(verdict(page, 'Paid in full')).toBeVisible();
  const closing = page.getByRole('region', { name: 'Paid in full' });
  await expect(closing).toContainText('80.00');
  await expect(closing).toContainText(/Voucher ··4ZP3: SGD.30\.00/);
  await page.getByRole('button', { name: 'Next customer' }).click();
  await expect(page.getByText('Scan a voucher to begin.')).toBeVisible();
  expect(await world.captures('1000000050')).toEqual([5000]);
  expect(await world.captures('7KQ2M9XW4ZP3')).toEqual([3000]);
});

test('a voucher that is already in this sale is refused at the till', async ({ page, world }) => {
  await setDue(page, '80.00');
  await redeem(page, '1000000050', '10.00');
  await page.getByRole('button', { name: 'Another voucher' }).click();
  await wedge(page, '1000000050');
  await expect(page.getByText('This voucher is already in this sale.')).toBeVisible();
  expect(await world.captures('1000000050')).toEqual([1000]);
});

test('a scanned link shows its product and how it may be used', async ({ page, world }) => {
  const id = (await world.ledger('3000000001')).vouchers[0]?.voucherId;
  await wedge(page, `https://vouchers.example/v/${id}`);
  await expect(page.getByText('single use')).toBeVisible();
  await setTake(page, '10.00');
  await expect(page.getByText('Single use: the rest (SGD 15.00) is forfeited.')).toBeVisible();
  await expect(page.getByText('3000000001')).toHaveCount(0);
  await redeemButton(page, '10.00').click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  expect(await world.captures('3000000001')).toEqual([1000]);
});

test('a product-based voucher counts items', async ({ page, world }) => {
  const id = (await world.ledger('3000000004')).vouchers[0]?.voucherId;
  await wedge(page, `https://vouchers.example/v/${id}`);
  await expect(page.getByText('4 items').first()).toBeVisible();
  await page.getByRole('button', { name: 'Redeem 1 item' }).click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  expect((await world.ledger('3000000004')).vouchers).toMatchObject([{ remaining: 3 }]);
});

test('the next check of a voucher shows when, where and by whom it was used', async ({ page }) => {
  await redeem(page, '1000000100', '20.00');
  await page.getByRole('button', { name: 'Next voucher' }).click();
  await page.keyboard.press('F8');
  await wedge(page, '1000000100');
  await expect(panel(page)).toContainText(/SGD\s20\.00 redeemed here .* by Ana/);
});

for (const [code, words] of [
  ['2000000001', 'Fully used'],
  ['2000000003', 'Expired'],
  ['2000000004', 'Not activated yet'],
  ['2000000005', 'Cancelled'],
  ['9999999999', 'Voucher not found'],
] as const) {
  test(`a voucher is refused before anything is sent: ${words}`, async ({ page, world }) => {
    await wedge(page, code);
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Redeem/ })).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
    expect(await world.captures(code)).toEqual([]);
  });
}

test('a typed number that is not found can be corrected', async ({ page }) => {
  const field = page.getByRole('textbox', { name: 'Voucher number' });
  await field.fill('1000000055');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Voucher not found', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Correct the number' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('1000000055');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('0', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeVisible();
});

test('a refusal by the issuer shows a verdict with the next step', async ({ page, world }) => {
  await wedge(page, '3000000002');
  await expect(takeAllButton(page, '120.00')).toBeVisible();
  const elsewhere = { currency: 'SGD', vouchers: [{ value: 10_000, product_class: 'ETX_001', ref: '3000000002' }] };
  await world.redeemElsewhere(elsewhere);
  await takeAllButton(page, '120.00').click();
  await expect(verdict(page, 'Balance too low')).toBeVisible();
  await expect(page.getByText('Scan it again to see the balance, then redeem less.').first()).toBeVisible();
  expect(await world.captures('3000000002')).toEqual([10_000]);
});

test('F4, an amount and Enter redeem that amount, even after an amount above the balance', async ({ page, world }) => {
  await setDue(page, '80.00');
  await wedge(page, '1000000050');
  await expect(redeemButton(page, '50.00')).toBeVisible();
  await page.keyboard.press('F4');
  await expect(panel(page).getByRole('group', { name: 'Keypad' })).toBeVisible();
  await page.keyboard.type('80', { delay: 120 });
  await expect(page.getByText('Only SGD 50.00 is left on this voucher.')).toBeVisible();
  await page.keyboard.press('Enter');
  for (let digit = 0; digit < 2; digit += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('12.5', { delay: 120 });
  await expect(redeemButton(page, '12.50')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  expect(await world.captures('1000000050')).toEqual([1250]);
});

test('an amount above the balance cannot be sent', async ({ page }) => {
  await wedge(page, '1234567890');
  await setTake(page, '10.01');
  await expect(page.getByText('Only SGD 10.00 is left on this voucher.')).toBeVisible();
  await expect(redeemButton(page, '10.01')).toBeDisabled();
});

test('a text that is not a voucher code is refused with the reason', async ({ page }) => {
  await wedge(page, 'https://example.org/menu');
  await expect(page.getByText('That link is not a voucher link.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeEmpty();
});

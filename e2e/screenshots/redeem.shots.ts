import { openTill, panel, redeem, redeemButton, setDue, setTake, verdict, wedge } from '../support/till.ts';
import { expect, openShop, signIn } from '../support/world.ts';
import { test } from './support/shoot.ts';

test('the till: empty, with an amount due, each kind of voucher', async ({ page, context, world, shoot }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await shoot('redeem-empty');
  await page.getByRole('textbox', { name: 'Voucher number' }).fill('80');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Amount due: SGD 80.00?' }).waitFor();
  await shoot('redeem-due-question');
  await page.keyboard.press('Escape');
  for (const [code, name] of [
    ['1000000050', 'check-many-uses'],
    ['3000000001', 'check-single-use'],
    ['3000000004', 'check-items'],
    ['MY123456789', 'check-other-currency'],
  ] as const) {
    const id = (await world.ledger(code)).vouchers[0]?.voucherId;
    await wedge(page, `https://vouchers.example/v/${id}`);
    await panel(page)
      .or(page.getByRole('region', { name: /Voucher|Coffee/ }))
      .first()
      .waitFor();
    await shoot(name);
    await page.keyboard.press('Escape');
  }
  await setDue(page, '1080.00');
  await shoot('redeem-due');
  await wedge(page, '1000000100');
  await redeemButton(page, '1,000.00').waitFor();
  await shoot('check-due');
  await page.getByRole('button', { name: 'Change the amount' }).click();
  await panel(page).getByRole('group', { name: 'Keypad' }).waitFor();
  await shoot('keypad');
  await page.keyboard.type('2000', { delay: 120 });
  await shoot('keypad-too-much');
});

test('what is refused before anything is sent', async ({ page, context, world, shoot }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  for (const [code, words, name] of [
    ['2000000001', 'Fully used', 'refused-used'],
    ['2000000003', 'Expired', 'refused-expired'],
    ['2000000004', 'Not activated yet', 'refused-inactive'],
    ['2000000005', 'Cancelled', 'refused-void'],
    ['9999999999', 'Voucher not found', 'refused-unknown'],
  ] as const) {
    await wedge(page, code);
    await page.getByText(words, { exact: true }).first().waitFor();
    await shoot(name);
    await page.keyboard.press('Enter');
  }
  await wedge(page, 'https://example.org/menu');
  await page.getByText('That link is not a voucher link.').waitFor();
  await shoot('not-a-voucher');
});

test('verdicts, and what a sale leaves', async ({ page, context, world, shoot }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await setDue(page, '1080.00');
  for (const [code, title, name] of [
    ['1000000100', 'Redeemed', 'verdict-taken'],
    ['9000000013', 'Partly redeemed', 'verdict-partly'],
    ['1000000037', 'Balance too low', 'verdict-refused'],
  ] as const) {
    await wedge(page, code);
    const button = page.getByRole('button', { name: /^Redeem SGD/ });
    await expect(button).toBeEnabled();
    if (name === 'verdict-refused') {
      await world.redeemElsewhere({ currency: 'SGD', vouchers: [{ value: 3700, product_class: 'ETX_001', ref: code }] });
    }
    await button.click();
    /* A touch ends the countdown to the next voucher. */
    await verdict(page, title).click();
    await shoot(name);
    if (name === 'verdict-taken') await shoot('receipt', { paper: true, whole: true });
    await page.getByRole('button', { name: 'Another voucher' }).click();
  }
  await shoot('sale');
  await page.keyboard.press('F8');
  await shoot('last-ten', { whole: true });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByText('This device', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Theme' }).waitFor();
  await shoot('menu');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await shoot('shortcuts');
  await page.keyboard.press('Escape');
  await context.setOffline(true);
  await page.getByText(/^offline$/).waitFor();
  await shoot('offline');
});

test('undo', async ({ page, context, world, shoot }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '20.00');
  await verdict(page, 'Redeemed').click();
  await page.getByRole('region', { name: 'Redeemed' }).getByRole('button', { name: /^Undo/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund to the voucher' });
  await shoot('undo');
  await dialog.getByRole('radio', { name: 'Wrong amount' }).check();
  await dialog.getByRole('button', { name: /^Refund SGD/ }).click();
  await verdict(page, 'Refunded').click();
  await shoot('undo-done');
});

test.describe('while the issuer is silent', () => {
  test.use({ settings: { UPSTREAM_TIMEOUT_MS: '120000' }, serviceWorkers: 'allow' });

  test('in flight', async ({ page, context, world, shoot }) => {
    await openShop(context, world);
    await page.clock.install();
    await openTill(page, world.origin);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await wedge(page, '9000000001');
    await setTake(page, '20.00');
    await page.clock.pauseAt(Date.now() + 2_000);
    await redeemButton(page, '20.00').click();
    await page.getByRole('heading', { name: 'Redeeming' }).waitFor();
    await shoot('redeeming');
    await page.clock.resume();
    await page.clock.fastForward('00:03');
    await page.getByRole('heading', { name: 'Checking with the issuer. Do not redeem again.' }).waitFor();
    await shoot('checking');
    await page.clock.fastForward('01:00');
    await page.getByRole('heading', { name: 'This is taking longer than usual' }).waitFor();
    await shoot('taking-long');
    await world.killServer();
    await page.getByRole('heading', { name: 'Checking. Do not redeem again.' }).waitFor();
    await shoot('no-server-in-flight');
    await page.reload();
    await page.getByRole('heading', { name: 'The server is not responding' }).waitFor();
    await shoot('server-away');
  });
});

test('not taken, and not known', async ({ page, context, world, shoot }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await redeem(page, '9000000004', '20.00');
  await verdict(page, 'Not redeemed: safe to try again').click({ timeout: 40_000 });
  await shoot('verdict-not-taken');
  await page.getByRole('button', { name: 'Next voucher' }).click();
  await redeem(page, '9000000001', '20.00');
  await expect.poll(() => world.captures('9000000001')).toEqual([2000]);
  await world.redeemPastServer('9000000001', 2000);
  await verdict(page, 'Still not confirmed: call a manager').click({ timeout: 40_000 });
  await shoot('verdict-unknown');
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/today`);
  await page.getByRole('button', { name: 'Match this transaction' }).first().waitFor();
  await shoot('attention', { whole: true });
  await page.getByRole('button', { name: 'Match this transaction' }).first().click();
  await shoot('attention-case');
});

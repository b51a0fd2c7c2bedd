import type { Page } from '@playwright/test';
import { faultsOf } from '../support/audit.ts';
import { casesOfEveryKind } from '../support/cases.ts';
import { openTill, panel, redeem, redeemButton, setDue, takeAllButton, verdict, wedge } from '../support/till.ts';
import { expect, openShop, PEOPLE, signIn, test } from '../support/world.ts';

/* Recording a trace would take longer than all checks of the screens. */
test.use({ trace: 'off' });

/** Checks each screen once it shows its content. */
async function everybodyCanUse(page: Page, sign: ReturnType<Page['getByRole']>): Promise<void> {
  await expect(sign).toBeVisible();
  expect.soft(await faultsOf(page)).toEqual([]);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test.describe('on the sandbox', () => {
  test.use({ settings: { VOUCHER_SERVICE: 'sandbox' } });

  test('the first screens of training mode have no accessibility violations', async ({ page, world }) => {
    test.slow();
    await page.goto(world.origin);
    await everybodyCanUse(page, page.getByRole('button', { name: 'Try training mode' }));
    await page.getByRole('button', { name: 'Try training mode' }).click();
    await everybodyCanUse(page, heading(page, 'Sign in'));
    await page.getByRole('button', { name: /^Training stock/ }).click();
    await page.keyboard.type('592806', { delay: 80 });
    await everybodyCanUse(page, heading(page, 'Activate cards'));
    await page.getByRole('link', { name: 'Training vouchers', exact: true }).click();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Physical cards');
    await everybodyCanUse(page, page.getByRole('img', { name: 'Bar code' }).last());
    await page.getByRole('button', { name: 'Show full size: Card 000101' }).click();
    await everybodyCanUse(page, page.getByRole('dialog'));
  });
});

test('set-up, unlocking, a wrong PIN and enrolment have no accessibility violations', async ({ page, context, browser, world }) => {
  test.slow();
  await page.goto(world.origin);
  await everybodyCanUse(page, heading(page, 'Set up this shop'));
  await openShop(context, world);
  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  await everybodyCanUse(page, heading(page, 'Sign in'));
  await page.getByRole('button', { name: PEOPLE.cashier.name }).last().click();
  await page.keyboard.type('000000', { delay: 80 });
  await everybodyCanUse(page, page.getByText('Wrong PIN. 9 attempts left.'));
  const stranger = await browser.newPage();
  await stranger.goto(world.origin);
  await everybodyCanUse(stranger, heading(stranger, 'Enrol this device'));
  await stranger.close();
});

test('redeeming has no accessibility violations, from the empty till to the panels of a sale', async ({ page, context, world }) => {
  test.slow();
  await openShop(context, world);
  await openTill(page, world.origin);
  await everybodyCanUse(page, page.getByText('Scan a voucher to begin.'));
  await page.getByRole('textbox', { name: 'Voucher number' }).fill('80');
  await page.keyboard.press('Enter');
  await everybodyCanUse(page, page.getByRole('button', { name: 'Amount due: SGD 80.00?' }));
  await page.keyboard.press('Escape');
  await wedge(page, '1000000050');
  await everybodyCanUse(page, takeAllButton(page, '50.00'));
  await page.keyboard.type('5.000', { delay: 120 });
  await everybodyCanUse(page, page.getByText(/^That amount is not clear/));
  await page.keyboard.press('Escape');
  await setDue(page, '1080.00');
  await wedge(page, '1000000100');
  await everybodyCanUse(page, redeemButton(page, '1,000.00'));
  await page.getByRole('button', { name: 'Change the amount' }).click();
  await everybodyCanUse(page, panel(page).getByRole('group', { name: 'Keypad' }));
  await page.keyboard.press('Escape');
  await wedge(page, '2000000003');
  await everybodyCanUse(page, page.getByText('Expired', { exact: true }));
  /* On a phone the voucher lies over the menu. */
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByText('This device', { exact: true }).click();
  await everybodyCanUse(page, page.getByRole('combobox', { name: 'Theme' }));
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await everybodyCanUse(page, page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
});

test('the verdicts Redeemed, Partly redeemed and refused have no accessibility violations', async ({ page, context, world }) => {
  test.slow();
  await openShop(context, world);
  await openTill(page, world.origin);
  await setDue(page, '1080.00');
  for (const { code, title, elsewhere } of [
    { code: '1000000100', title: 'Redeemed', elsewhere: 0 },
    { code: '9000000013', title: 'Partly redeemed', elsewhere: 0 },
    { code: '1000000037', title: 'Balance too low', elsewhere: 3700 },
  ]) {
    await wedge(page, code);
    const button = page.getByRole('button', { name: /^Redeem SGD/ });
    await expect(button).toBeEnabled();
    if (elsewhere > 0)
      await world.redeemElsewhere({ currency: 'SGD', vouchers: [{ value: elsewhere, product_class: 'ETX_001', ref: code }] });
    await button.click();
    await verdict(page, title).click();
    await everybodyCanUse(page, verdict(page, title));
    await page.getByRole('button', { name: 'Another voucher' }).click();
  }
  await everybodyCanUse(page, page.getByRole('region', { name: 'Sale' }));
});

test.describe('while the issuer is silent', () => {
  test.use({ settings: { UPSTREAM_TIMEOUT_MS: '60000' }, serviceWorkers: 'allow' });

  test('the screens of a pending redemption and of a lost server have no accessibility violations', async ({ page, context, world }) => {
    test.slow();
    await openShop(context, world);
    await page.clock.install();
    await openTill(page, world.origin);
    /* Without it, a reload would have no server. */
    await page.evaluate(() => navigator.serviceWorker.ready);
    await redeem(page, '9000000001', '20.00');
    await page.clock.fastForward('00:03');
    await everybodyCanUse(page, heading(page, 'Checking with the issuer. Do not redeem again.'));
    await page.clock.fastForward('01:00');
    await everybodyCanUse(page, heading(page, 'This is taking longer than usual'));
    await page.getByRole('button', { name: 'Next customer' }).click();
    const chip = page.getByRole('banner').getByRole('button', { name: /Checking$/ });
    await everybodyCanUse(page, chip);
    await chip.click();
    await world.killServer();
    await everybodyCanUse(page, heading(page, 'Checking. Do not redeem again.'));
    await page.reload();
    await everybodyCanUse(page, heading(page, 'The server is not responding'));
  });
});

test('the manager’s pages have no accessibility violations', async ({ page, context, world }) => {
  test.slow();
  await openShop(context, world);
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/today`);
  await everybodyCanUse(page, page.getByText('None open'));
  await page.goto(`${world.origin}/settings`);
  await everybodyCanUse(page, page.getByRole('link', { name: /^Printers/ }));
  await page.goto(`${world.origin}/tills`);
  await page.getByRole('button', { name: 'Create a code' }).click();
  await everybodyCanUse(page, page.getByRole('img', { name: 'QR code that opens this shop and fills in the code' }));
});

test('undoing a redemption has no accessibility violations, from the offer to the outcome', async ({ page, context, world }) => {
  test.slow();
  await openShop(context, world);
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '20.00');
  await page.getByRole('button', { name: 'Next voucher' }).click();
  const undo = page.getByRole('region', { name: 'My last ten redemptions' }).getByRole('button', { name: /^Undo/ });
  await everybodyCanUse(page, undo);
  await undo.click();
  const dialog = page.getByRole('dialog', { name: 'Refund to the voucher' });
  await dialog.getByRole('radio', { name: 'Other reason' }).check();
  await everybodyCanUse(page, dialog.getByLabel('Describe the reason'));
  await world.strike('silentBeforeCommit');
  await dialog.getByRole('radio', { name: 'Wrong amount' }).check();
  await dialog.getByRole('button', { name: 'Refund SGD 20.00' }).click();
  await everybodyCanUse(page, dialog.getByText('Still checking with the issuer'));
  await page.keyboard.press('Escape');
  await everybodyCanUse(page, page.getByRole('button', { name: 'Checking refund' }));
});

test('the list of cases has no accessibility violations, whether empty, with every kind of case, or during a decision', async ({
  page,
  context,
  world,
}) => {
  test.slow();
  await openShop(context, world);
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/today`);
  await everybodyCanUse(page, page.getByText('All clear'));
  await page.route('**/api/attention', (route) => route.fulfill({ json: casesOfEveryKind(Date.now()) }));
  await page.reload();
  await everybodyCanUse(page, page.getByRole('link', { name: '4 cases need attention' }));
  await page.getByRole('button', { name: 'Match this transaction' }).click();
  await everybodyCanUse(page, page.getByRole('dialog', { name: 'Match this transaction' }));
  await page.getByRole('dialog').getByRole('radio').first().check();
  await page.getByLabel('Reason').fill('The customer has the goods');
  await page.getByRole('dialog').getByRole('button', { name: 'Match this transaction' }).click();
  await everybodyCanUse(page, page.getByText('This no longer exists.'));
});

test('nothing is animated if the system setting asks for reduced motion', async ({ page, context, world }) => {
  await openShop(context, world);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openTill(page, world.origin);
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 10).length);
  await wedge(page, '1000000050');
  await expect(panel(page)).toBeVisible();
  expect(await moving()).toBe(0);
  await page.keyboard.press('Escape');
  await redeem(page, '9000000001', '20.00');
  await expect(heading(page, 'Redeeming')).toBeVisible();
  expect(await moving()).toBe(0);
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  expect(await moving()).toBe(0);
});

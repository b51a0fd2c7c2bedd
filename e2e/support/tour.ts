import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { casesOfEveryKind } from './cases.ts';
import { sell } from './shop-window.ts';
import { cardsFrom, certificate, paste } from './stock-room.ts';
import { openTill, panel, redeemButton, setDue, setTake, verdict, wedge } from './till.ts';
import { button, dialog, heading, type Look, panelOf, practiseAs } from './tour-kit.ts';
import { newVersion } from './tour-new-version.ts';
import { ask, expect, type World } from './world.ts';

export interface Shop {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly browser: Browser;
  readonly world: World;
}

/** Visits every screen. */
export async function tour({ page, context, browser, world }: Shop, look: Look): Promise<void> {
  await arriving(page, world, look);
  await practiseAs(context, world, 'cashier');
  await page.clock.install();
  await vouchers(page, world, look);
  await verdicts(page, context, world, look);
  await sales(page, world, look);
  await practiseAs(context, world, 'stock');
  await cards(page, world, look);
  await newVersion(await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'allow' }), world, look);
  await practiseAs(context, world, 'manager');
  await desk(page, world, look);
}

/** The screens before sign-in. */
async function arriving(page: Page, { origin }: World, look: Look): Promise<void> {
  await page.goto(origin);
  await look('first', button(page, 'Try training mode'));
  await button(page, 'Set up your own shop instead').click();
  await look('set-up', heading(page, 'Set up this shop'));
  await page.goto(`${origin}/#enrol=ABCD-EFGH`);
  await page.reload();
  await page.goto(origin);
  await button(page, 'Try training mode').click();
  await look('unlock, names', heading(page, 'Sign in'));
  await page.getByRole('button', { name: /^Training cashier/ }).click();
  await look('unlock, PIN', page.getByText('Training PIN 480317'));
}

/** The empty till, its menu, and vouchers of every kind, none of them redeemed. */
async function vouchers(page: Page, { origin }: World, look: Look): Promise<void> {
  await openTill(page, origin);
  await look('empty till', page.getByText('Scan a voucher to begin.'));
  await button(page, 'Menu').click();
  await page.getByText('This device', { exact: true }).click();
  await look('menu', page.getByRole('combobox', { name: 'Theme' }));
  await button(page, 'Keyboard shortcuts').click();
  await look('shortcuts', page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  await page.keyboard.press('Escape');
  await button(page, 'Menu').click();
  await button(page, 'Customer display').click();
  await look('open the customer display', page.getByRole('dialog', { name: 'Customer display' }));
  await page.goto(`${origin}/display#connect=`);
  await look('connect a customer display', heading(page, 'Use this device as a customer display?'));
  await button(page, 'Not now').click();
  await look('customer display', heading(page, 'Welcome'));
  await page.goto(`${origin}/scan-check`);
  await look('check the scanner', heading(page, 'Check the scanner'));
  await wedge(page, '1000000050');
  await look('check the scanner, a code', page.getByText('The scanner works correctly.'));
  await openTill(page, origin);
  await page.setViewportSize({ width: 360, height: 640 });
  await button(page, 'Enter the amount due').click();
  await look('amount due', dialog(page));
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 720 });
  await setDue(page, '80.00');
  await wedge(page, '1000000050');
  await look('voucher', redeemButton(page, '50.00'));
  await button(page, 'Change the amount').click();
  await look('keypad', panel(page).getByRole('group', { name: 'Keypad' }));
  await page.keyboard.type('99999', { delay: 120 });
  await look('keypad, too much', page.getByText('Only SGD 50.00 is left on this voucher.'));
  await page.keyboard.press('Escape');
  for (const [code, says] of [
    ['3000000001', /^Single use: the rest/],
    ['3000000004', /For items, not money/],
  ] as const) {
    await page.keyboard.press('F8');
    await setDue(page, '10.00');
    await wedge(page, code);
    await look(`kind, ${code}`, panelOf(page, says));
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('F8');
  await setDue(page, '80.00');
  for (const [code, says] of [
    ['2000000003', 'Expired'],
    ['2000000004', 'Not activated yet'],
    ['2000000005', 'Cancelled'],
    ['2000000001', 'Fully used'],
    ['MY123456789', 'Wrong currency'],
    ['4000000000', 'Voucher not found'],
  ] as const) {
    await wedge(page, code);
    await look(`refused, ${code}`, page.getByText(says, { exact: true }));
    await page.keyboard.press('Escape');
  }
}

/** The results of redemptions. The test controls the page’s clock. */
async function verdicts(page: Page, context: BrowserContext, world: World, look: Look): Promise<void> {
  await openTill(page, world.origin);
  await wedge(page, '1000000051');
  await setTake(page, '20.00');
  await redeemButton(page, '20.00').click();
  await verdict(page, 'Redeemed').click();
  await look('taken', verdict(page, 'Redeemed'));
  await page.getByRole('region', { name: 'Redeemed' }).getByRole('button', { name: /^Undo/ }).click();
  await look('undo', dialog(page));
  await page.keyboard.press('Escape');
  await button(page, 'Another voucher').click();
  await look('till with a sale', page.getByRole('region', { name: 'My last ten redemptions' }).getByRole('button', { name: /^Undo/ }));

  await wedge(page, '1000000037');
  await expect(redeemButton(page, '37.55')).toBeVisible();
  const elsewhere = { code: '1000000037', saleId: randomUUID(), amount: 3700, currency: 'SGD' };
  await ask(context.request, world, 'PUT', `/api/tenders/${randomUUID()}`, elsewhere);
  await redeemButton(page, '37.55').click();
  await look('refused by the issuer', verdict(page, 'Balance too low'));
  await button(page, 'Another voucher').click();

  await page.route('**/api/tenders/*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), state: 'manager', captured: null, remaining: null } });
  });
  await wedge(page, '1000000053');
  await redeemButton(page, '10.00').click();
  await look('still unknown', verdict(page, 'Still not confirmed: call a manager'));
  await page.unrouteAll({ behavior: 'wait' });
  await button(page, 'Next voucher').click();

  await wedge(page, '9000000001');
  await page.getByRole('button', { name: /^Redeem SGD/ }).click();
  await page.clock.fastForward('00:03');
  await look('in flight', heading(page, 'Checking with the issuer. Do not redeem again.'));
  await page.clock.fastForward('01:00');
  await look('in flight for a minute', heading(page, 'This is taking longer than usual'));
  await button(page, 'Take another payment').click();
  await look('till with an open redemption', page.getByRole('textbox', { name: 'Voucher number' }));
  await page.keyboard.press('F8');
  await look('a redemption of an earlier sale', page.getByRole('banner').getByRole('button', { name: /Checking$/ }));
  await wedge(page, '9000000001');
  await look('voucher in use here', panelOf(page, /not confirmed yet\. Do not/));
}

/** Activating cards, as stock staff. */
async function cards(page: Page, { origin }: World, look: Look): Promise<void> {
  await page.goto(`${origin}/activate`);
  await page.getByRole('radio', { name: 'One by one' }).check();
  await look('card after card', page.getByRole('radio', { name: 'One by one' }));
  await page.reload();
  await look('activate', heading(page, 'Activate cards'));
  await button(page, 'Import a list').click();
  await look('paste a list', dialog(page));
  await page.keyboard.press('Escape');
  await paste(page, [cardsFrom('000101', 5), cardsFrom('000111', 5)]);
  const activate = page.getByRole('button', { name: 'Activate 10 cards' });
  await look('list of ranges', activate);
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/activations/*', async (route) => {
    await held;
    await route.continue();
  });
  await activate.click();
  await look('activation under way', page.locator('main'));
  letGo();
  await page.unrouteAll({ behavior: 'wait' });
  await look('activated', certificate(page).getByText('000101 to 000105', { exact: true }));
  const check = page.getByRole('button', { name: /^Look up/ });
  if ((await check.count()) > 0) {
    await check.first().click();
    await look('check a card', dialog(page));
  }
}

async function sales(page: Page, world: World, look: Look): Promise<void> {
  await page.goto(`${world.origin}/sell`);
  await look('catalogue', page.getByRole('button', { name: '$10 Sample Voucher' }));
  await page.getByRole('button', { name: 'Sample Voucher of your amount' }).click();
  await look('order', page.getByLabel('Value of each voucher'));
  await sell(page, world, 3);
  await look('sold', page.getByRole('heading', { name: '3 vouchers issued' }));
  await button(page, 'Show voucher 1').click();
  await look('show a voucher', dialog(page));
  await dialog(page).getByRole('button', { name: 'Show', exact: true }).click();
  await look('voucher shown', page.getByRole('img', { name: 'Bar code' }));
  await page.keyboard.press('Escape');
  await button(page, 'Print').click();
  await look('print vouchers', dialog(page));
}

/** Visits the pages of managers. */
async function desk(page: Page, { origin }: World, look: Look): Promise<void> {
  await page.goto(`${origin}/transactions`);
  const list = page.getByRole('table', { name: 'Transactions' });
  await expect(list).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
  await look('transactions', list.getByRole('button', { name: /^Open / }).first());
  await list
    .getByRole('button', { name: /^Open .*SGD.20\.00/ })
    .first()
    .click();
  await look('transaction', page.getByRole('dialog', { name: 'Transaction' }));
  await page.goto(`${origin}/closings`);
  await look('shifts', page.getByRole('link', { name: /^(Open|Z 1), / }).first());
  await page
    .getByRole('link', { name: /^(Open|Z 1), / })
    .first()
    .click();
  await look('one shift', page.getByText('Redeemed minus refunded').first());
  await page.goto(`${origin}/closings`);
  await page.getByRole('link', { name: 'Day totals' }).click();
  await look('one day', page.getByText('Issuer total').first());
  await page.goto(`${origin}/shift`);
  await look('own shift', heading(page, 'Close my shift'));
  await page.goto(`${origin}/accounting`);
  await look('statement', page.getByRole('table'));
  await page.goto(`${origin}/accounting/export`);
  await look('books', heading(page, 'Export'));
  await page.goto(`${origin}/accounting/reconcile`);
  await look('match', page.getByText('Which days does the list cover?'));
  await page.goto(`${origin}/today`);
  /* The redemption that the issuer is silent about is known once it has answered. */
  await page.getByText('All clear').waitFor({ timeout: 90_000 });
  await look('nothing needs attention', page.getByText('All clear'));
  await page.route('**/api/attention', (route) => route.fulfill({ json: casesOfEveryKind(Date.now()) }));
  await page.reload();
  await look('needs attention', button(page, 'Match this transaction'));
  await button(page, 'Match this transaction').click();
  await look('attach a row', page.getByRole('dialog', { name: 'Match this transaction' }));
  await page.goto(`${origin}/holds`);
  await look('vouchers on hold', button(page, 'Put on hold'));
  await page.goto(`${origin}/exceptions`);
  await look('exceptions', page.getByText('When an exception appears'));
  await page.goto(`${origin}/people`);
  await look('people', heading(page, 'Add a staff member'));
  await page.getByRole('button', { name: 'Change Training cashier' }).click();
  await look('change a person', dialog(page));
  await page.keyboard.press('Escape');
  await page.goto(`${origin}/tills`);
  await button(page, 'Create a code').click();
  await look('enrolment code', page.getByRole('img', { name: 'QR code that opens this shop and fills in the code' }));
  await page
    .getByRole('button', { name: /^Revoke/ })
    .first()
    .click();
  await look('revoke a device', dialog(page));
  await page.keyboard.press('Escape');
  await page.goto(`${origin}/settings`);
  await look('settings', page.getByRole('link', { name: /^Printers/ }));
  for (const one of ['shop', 'limits', 'codes', 'receipts']) {
    await page.goto(`${origin}/settings/${one}`);
    await look(`settings: ${one}`, button(page, 'Save'));
  }
  await page.goto(`${origin}/connections`);
  await look('connections', heading(page, 'Webhooks'));
  await page.getByLabel('Name of the register or program').fill('Register 1');
  await button(page, 'Create a key').click();
  await look('a key that is told once', page.getByText(/^ts_[\w-]{30,}$/));
  await button(page, 'I have copied it').click();
  await page.getByRole('button', { name: /^Revoke/ }).click();
  await look('revoke a key', dialog(page));
  await page.goto(`${origin}/printers`);
  await look('printers', button(page, 'Add a printer'));
  await button(page, 'Add a printer').click();
  await look('add a printer', dialog(page));
  await page.getByLabel('Printer name').fill('Counter');
  await page.getByLabel('Address').fill('10.255.255.1');
  await button(page, 'Save printer').click();
  await button(page, 'Test print on Counter').click();
  await look('test print', page.getByRole('img', { name: 'Preview of the printout' }));
  await page.keyboard.press('Escape');
  await page.goto(`${origin}/audit`);
  await look('audit trail', page.getByRole('table', { name: 'Audit trail' }).getByRole('row').nth(3));
  await page.goto(`${origin}/connections`);
  await look('connections', heading(page, 'Registers that can open this till by link'));
  await page.goto(`${origin}/try-register`);
  await look('example register', heading(page, 'Example register'));
  await page.goto(`${origin}/pay?amount=-1`);
  await look('link that cannot be used', heading(page, 'This link can’t be used'));
  await page.goto(`${origin}/accessibility`);
  await look('who can use it', heading(page, 'Report a problem'));
  await page.goto(`${origin}/practice`);
  await look('practice vouchers', page.getByRole('img', { name: 'Bar code' }).last());
  await button(page, 'Show full size: Four coffees').click();
  await look('practice voucher', dialog(page));
  await page.goto(`${origin}/nowhere`);
  await look('nothing here', heading(page, 'Page not found'));
}

import type { BrowserContext, Page } from '@playwright/test';
import { faultsOf } from '../support/audit.ts';
import { readQr } from '../support/read-qr.ts';
import { openTill, redeemButton, setDue, verdict, wedge } from '../support/till.ts';
import { ask, expect, joinShop, openShop, signIn, test, type World } from '../support/world.ts';

/* The page of the till is left behind the display's, and a lost answer is settled within the story. */
test.use({ settings: { UPSTREAM_TIMEOUT_MS: '3000', SETTLE_WINDOW_MS: '4000' } });

const NAME = 'Café Orchid';

test.beforeEach(async ({ context, world }) => {
  await openShop(context, world);
  await nameShop(context, world);
});

async function nameShop(context: BrowserContext, world: World): Promise<void> {
  await signIn(context, world, 'manager');
  await ask(context.request, world, 'PUT', '/api/settings', { shopName: NAME });
  await signIn(context, world, 'cashier');
}

/** Opens the display from the menu of the till, as a cashier does. */
async function openDisplay(till: Page): Promise<Page> {
  await till.getByRole('button', { name: 'Menu' }).click();
  await till.getByRole('button', { name: 'Customer display' }).click();
  const [display] = await Promise.all([till.waitForEvent('popup'), till.getByRole('button', { name: 'Open the display' }).click()]);
  await till.keyboard.press('Escape');
  return display;
}

const shopName = (display: Page) => display.getByRole('heading', { level: 1, name: NAME });
const moment = (display: Page) => display.getByText('One moment, please');
/** The amounts on a display must never be wrong. */
const amounts = (display: Page) => display.getByText(/\d\.\d\d/);

test('the display shows the redeemed amount and nothing left to pay once the rest was collected', async ({ page, world }) => {
  await openTill(page, world.origin);
  const display = await openDisplay(page);
  await setDue(page, '80.00');
  await wedge(page, '1000000050');
  await redeemButton(page, '50.00').click();
  await expect(display.getByRole('main')).toContainText('Left to paySGD 30.00');
  await page.getByRole('button', { name: 'Collected SGD 30.00' }).click();
  await expect(display.getByText('Thank you')).toBeVisible();
  await expect(display.getByRole('main')).toContainText('SGD 50.00');
  await expect(display.getByRole('main')).not.toContainText('Left to pay');
});

test('the display shows the amounts due, redeemed and left, and nothing else', async ({ page, world }) => {
  await openTill(page, world.origin);
  const display = await openDisplay(page);
  await expect(shopName(display)).toBeVisible();
  await setDue(page, '80.00');
  await expect(display.getByRole('main')).toContainText('Left to paySGD 80.00');
  await wedge(page, '1000000050');
  await redeemButton(page, '50.00').click();
  /* A touch keeps the verdict open, which would otherwise close during the checks of the display.
   */
  await verdict(page, 'Redeemed').click();
  await expect(display.getByRole('listitem').filter({ hasText: 'Voucher ··0050' })).toContainText('SGD 50.00');
  await expect(display.getByRole('listitem').filter({ hasText: 'Voucher ··0050' })).toContainText('No balance left');
  await expect(display.getByRole('main')).toContainText('Left to paySGD 30.00');
  for (const secret of ['1000000050', 'Ana', 'Till 1']) await expect(display.getByRole('main')).not.toContainText(secret);
  for (const colorScheme of ['light', 'dark'] as const) {
    await display.emulateMedia({ colorScheme });
    expect.soft(await faultsOf(display), colorScheme).toEqual([]);
  }
  await page.getByRole('button', { name: 'Another voucher' }).click();
  await wedge(page, '1000000100');
  await redeemButton(page, '30.00').click();
  await verdict(page, 'Paid in full').click();
  await expect(display.getByText('Thank you')).toBeVisible();
  await expect(display.getByText('SGD 970.00 left')).toBeVisible();
  await display.reload();
  await expect(display.getByText('Thank you')).toBeVisible();
  await display.getByRole('button', { name: 'français' }).click();
  await expect(display.getByText('Merci')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next customer' }), 'the till keeps its own language').toBeVisible();
  await page.getByRole('button', { name: 'Next customer' }).click();
  await expect(shopName(display)).toBeVisible();
  expect([await world.captures('1000000050'), await world.captures('1000000100')]).toEqual([[5000], [3000]]);
});

test('the display asks the customer to wait after a lost answer, until the result is known', async ({ page, world }) => {
  await openTill(page, world.origin);
  const display = await openDisplay(page);
  await setDue(page, '80.00');
  await wedge(page, '9000000001');
  await page.getByRole('button', { name: /^Redeem SGD/ }).click();
  await expect(moment(display)).toBeVisible();
  await expect(display.getByText('Left to pay')).toHaveCount(0);
  await expect(display.getByText('Voucher ··0001')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await display.emulateMedia({ colorScheme });
    expect.soft(await faultsOf(display), colorScheme).toEqual([]);
  }
  await expect(moment(display)).toHaveCount(0, { timeout: 60_000 });
  await expect(display.getByText('Thank you')).toBeVisible();
  await expect(display.getByRole('listitem').filter({ hasText: 'Voucher ··0001' })).toContainText('SGD 80.00');
  expect(await world.captures('9000000001')).toEqual([8000]);
});

test('the display hides all amounts while the server is down, and restores them afterwards', async ({ page, world }) => {
  await openTill(page, world.origin);
  const display = await openDisplay(page);
  await setDue(page, '80.00');
  await wedge(page, '1000000050');
  await redeemButton(page, '50.00').click();
  await expect(display.getByText('No balance left')).toBeVisible();
  await world.killServer();
  await expect(display.getByText('Connection lost.', { exact: false })).toBeVisible();
  await expect(amounts(display)).toHaveCount(0);
  await display.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await faultsOf(display)).toEqual([]);
  await world.startServer();
  await expect(display.getByRole('main')).toContainText('Left to paySGD 30.00');
});

test('the display shows the shop’s name while the till is locked, and the sale after the PIN', async ({ page, context, world }) => {
  await openTill(page, world.origin);
  const display = await openDisplay(page);
  await setDue(page, '80.00');
  await expect(display.getByRole('main')).toContainText('SGD 80.00');
  await page.keyboard.press('F9');
  await expect(shopName(display)).toBeVisible();
  await expect(amounts(display)).toHaveCount(0);
  await signIn(context, world, 'cashier');
  await page.reload();
  await expect(display.getByRole('main')).toContainText('SGD 80.00');
});

test('another device shows a redemption at once, even after the server was killed and restarted', async ({
  page,
  context,
  browser,
  world,
}) => {
  const other = await browser.newContext();
  await joinShop(context, other, world);
  const { code } = (await ask(context.request, world, 'POST', '/api/displays/codes')) as { code: string };
  await ask(other.request, world, 'POST', '/api/displays', { code });
  await openTill(page, world.origin);
  const display = await other.newPage();
  await display.clock.install();
  await display.goto(`${world.origin}/display`);
  await expect(shopName(display)).toBeVisible();
  // No time passes on the display, so it asks for nothing by itself.
  await display.clock.pauseAt(Date.now() + 60_000);
  await setDue(page, '80.00');
  await expect(display.getByRole('main')).toContainText('Left to paySGD 80.00');
  await wedge(page, '1000000050');
  await redeemButton(page, '50.00').click();
  await verdict(page, 'Redeemed').waitFor();
  await expect(display.getByRole('main')).toContainText('Left to paySGD 30.00');
  await page.getByRole('button', { name: 'Another voucher' }).click();
  await display.clock.resume();
  await world.killServer();
  await expect(display.getByText('Connection lost.', { exact: false })).toBeVisible();
  await expect(amounts(display)).toHaveCount(0);
  const listensAgain = display.waitForResponse((response) => response.ok() && response.url().endsWith('/api/display/events'));
  await world.startServer();
  await expect(display.getByRole('main')).toContainText('Left to paySGD 30.00');
  await listensAgain;
  await wedge(page, '1000000100');
  await redeemButton(page, '30.00').click();
  await expect(display.getByText('Thank you')).toBeVisible();
  expect([await world.captures('1000000050'), await world.captures('1000000100')]).toEqual([[5000], [3000]]);
  await other.close();
});

test('another device becomes the display with the code that the till shows, until it is disconnected', async ({
  page,
  context,
  browser,
  world,
}) => {
  const other = await browser.newContext();
  await joinShop(context, other, world);
  await other.request.delete(`${world.origin}/api/session`, { headers: { 'X-Tillside': '1', Origin: world.origin } });
  await openTill(page, world.origin);
  await setDue(page, '80.00');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Customer display' }).click();
  const dialog = page.getByRole('dialog', { name: 'Customer display' });
  await dialog.getByRole('button', { name: 'Show a code for another device' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code that connects another device as this till’s display' })).toBeVisible();
  const code = await dialog.getByText(/^\w{4}-\w{4}$/).textContent();
  expect.soft(await faultsOf(page)).toEqual([]);

  const display = await other.newPage();
  await display.goto(`${world.origin}/display#connect=${code}`);
  expect.soft(await faultsOf(display)).toEqual([]);
  await display.getByRole('button', { name: 'Connect' }).click();
  await expect(display.getByRole('main')).toContainText('SGD 80.00');
  expect(display.url(), 'the code is gone from the address').toBe(`${world.origin}/display`);
  await expect(dialog.getByText('Till 2')).toBeVisible();
  await page.keyboard.press('Escape');
  await wedge(page, '1000000050');
  await redeemButton(page, '50.00').click();
  await expect(display.getByRole('main')).toContainText('Left to paySGD 30.00');
  await verdict(page, 'Redeemed').waitFor();
  await page.getByRole('button', { name: 'Another voucher' }).click();

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Customer display' }).click();
  await dialog.getByRole('button', { name: 'Disconnect Till 2' }).click();
  await expect(dialog.getByText('Till 2 is disconnected.')).toBeVisible();
  await expect(shopName(display)).toBeVisible();
  await expect(amounts(display)).toHaveCount(0);
  await other.close();
});

test('a customer saves the receipt as a QR code, and any browser verifies it, even offline', async ({ page, browser, world }) => {
  await openTill(page, world.origin);
  const display = await openDisplay(page);
  await setDue(page, '50.00');
  await wedge(page, '1000000050');
  await redeemButton(page, '50.00').click();
  await verdict(page, 'Paid in full').click();
  const code = display.getByRole('img', { name: 'QR code with the receipt' });
  await expect(code).toBeVisible();
  expect.soft(await faultsOf(display)).toEqual([]);
  const address = await readQr(code);
  expect(address).toMatch(`${world.origin}/receipt#`);
  await page.getByRole('button', { name: 'Receipt on a phone' }).click();
  expect(await readQr(page.getByRole('img', { name: 'QR code with the receipt' }))).toBe(address);
  expect.soft(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await phone.goto(address);
  const real = phone.getByText(`${NAME} signed this receipt, and it was not changed.`);
  await expect(real).toBeVisible();
  await expect(phone.getByText(NAME, { exact: true })).toBeVisible();
  await expect(phone.getByRole('listitem').filter({ hasText: 'Voucher ··0050' })).toContainText('SGD 50.00');
  expect.soft(await faultsOf(phone)).toEqual([]);
  await phone.goto(address.replace(/(#.{40})(.)/, (_, before: string, one: string) => `${before}${one === 'A' ? 'B' : 'A'}`));
  await phone.reload();
  await expect(phone.getByText('This receipt was changed, or it is not from this shop.')).toBeVisible();
  await phone.route('**/.well-known/tillside.json', (route) => route.abort());
  await phone.goto(address);
  await phone.reload();
  await expect(real).toBeVisible();
  await phone.close();
});

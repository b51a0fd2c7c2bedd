import type { Page } from '@playwright/test';
import { openTill, redeem, redeemButton, setDue, verdict, wedge } from '../support/till.ts';
import { expect, openShop, PEOPLE, test } from '../support/world.ts';

/* The issuer's time limit is so long that the screen waits, and the outcome arrives during the next
   customer's sale. */
test.use({ settings: { UPSTREAM_TIMEOUT_MS: '9000', SETTLE_WINDOW_MS: '4000' } });

test.beforeEach(async ({ page, context, world }) => {
  await openShop(context, world);
  await page.clock.install();
  await page.addInitScript(() => {
    const felt: string[] = [];
    Object.assign(window, { felt });
    navigator.vibrate = (pattern) => felt.push(JSON.stringify(pattern)) > 0;
  });
  await openTill(page, world.origin);
});

/** How often the device has vibrated as it does for *done*; each tone sounds and vibrates at once. */
const timesDone = (page: Page) =>
  page.evaluate(() => (Reflect.get(window, 'felt') as string[]).filter((pattern) => pattern === '[80]').length);

const chips = (page: Page) => page.getByRole('banner').getByRole('list', { name: 'Unconfirmed from earlier sales' });
const nextCustomer = (page: Page) => page.getByRole('button', { name: 'Next customer' });

/** Redeems a voucher whose answer is lost, and starts the next sale as soon as that is possible. */
async function leave(page: Page, code: string): Promise<void> {
  await redeem(page, code, '20.00');
  await expect(page.getByRole('heading', { name: 'Checking with the issuer. Do not redeem again.' })).toBeVisible();
  await page.clock.fastForward('00:08');
  await nextCustomer(page).click();
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
}

test('the next customer can be served eight seconds after a lost answer, and the redemption’s chip becomes its verdict', {
  tag: '@main',
}, async ({ page, world }) => {
  test.slow();
  await setDue(page, '20.00');
  await wedge(page, '9000000001');
  await redeemButton(page, '20.00').click();
  await expect(page.getByRole('heading', { name: 'Checking with the issuer. Do not redeem again.' })).toBeVisible();
  await expect(page.getByText('We usually know within a few minutes. If not after 10 minutes, a manager decides.')).toBeVisible();
  await expect(nextCustomer(page)).toHaveCount(0);
  await page.clock.fastForward('00:08');
  await nextCustomer(page).click();

  const chip = chips(page).getByRole('button', { name: /^··0001/ });
  await expect(chip).toHaveText('··0001 SGD 20.00 Checking');
  await expect(page.getByRole('region', { name: 'Amount due' })).toContainText('No amount due yet');
  await expect(page.getByRole('region', { name: 'Unconfirmed from earlier sales' })).toContainText('··0001');

  await setDue(page, '30.00');
  await redeemNext(page, '1000000050', '30.00');
  await expect(chip).toHaveText('··0001 SGD 20.00 Redeemed', { timeout: 30_000 });
  await expect(page.getByText('Voucher ··0001: Redeemed SGD 20.00')).toBeAttached();
  expect(await timesDone(page), 'one for each of the two').toBe(2);
  await expect(page.getByRole('region', { name: 'Unconfirmed from earlier sales' })).toHaveCount(0);

  await chip.click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.getByRole('button', { name: 'Next voucher' }).click();
  await expect(chips(page)).toHaveCount(0);
  expect([await world.captures('9000000001'), await world.captures('1000000050')]).toEqual([[2000], [3000]]);
});

async function redeemNext(page: Page, code: string, amount: string): Promise<void> {
  await wedge(page, code);
  await redeemButton(page, amount).click();
  await expect(verdict(page, 'Paid in full')).toBeVisible();
  await page.getByRole('button', { name: 'Next customer' }).click();
}

test('several redemptions can be pending, each with its voucher locked, and survive a reload or another page', async ({
  page,
  context,
  world,
}) => {
  test.slow();
  await leave(page, '9000000001');
  await leave(page, '9000000002');
  await expect(chips(page).getByRole('button')).toHaveCount(2);
  await wedge(page, '9000000001');
  await expect(page.getByText('A redemption or refund of this voucher on this till is not confirmed yet.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Redeem/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
  await expect(chips(page).getByRole('button')).toHaveCount(2);
  await page.goto(`${world.origin}/transactions`);
  await expect(chips(page).getByRole('button', { name: '··0001 SGD 20.00 Redeemed' })).toBeVisible({ timeout: 30_000 });
  await chips(page)
    .getByRole('button', { name: /^··0001/ })
    .click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await expect(page).toHaveURL(`${world.origin}/`);
  await page.getByRole('button', { name: 'Next voucher' }).click();
  await expect(chips(page).getByRole('button', { name: /^··0001/ })).toHaveCount(0);
  expect(await world.captures('9000000001')).toEqual([2000]);
  await context.close();
});

test('viewing a waiting redemption returns to the next customer’s voucher afterwards', async ({ page }) => {
  await leave(page, '9000000001');
  await setDue(page, '30.00');
  await wedge(page, '1000000050');
  await expect(redeemButton(page, '30.00')).toBeVisible();
  await chips(page).getByRole('button').click();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(nextCustomer(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the till' }).click();
  await expect(redeemButton(page, '30.00')).toBeVisible();
  await chips(page).getByRole('button').click();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(redeemButton(page, '30.00')).toBeVisible();
});

test('a slow redemption offers three buttons', async ({ page }) => {
  await redeem(page, '9000000001', '20.00');
  await page.clock.fastForward('01:01');
  const ways = page.getByRole('region', { name: 'This is taking longer than usual' });
  await expect(ways.getByRole('button')).toHaveText(['Keep waiting', 'Take another payment', 'Call a manager']);
  await ways.getByRole('button', { name: 'Call a manager' }).click();
  await expect(ways.getByText(/^Reference R-[0-9A-F]{8}$/)).toBeVisible();
  await ways.getByRole('button', { name: 'Keep waiting' }).click();
  await expect(ways).toHaveCount(0);
});

test('a redemption screen has no colour until its outcome is in doubt', async ({ page }) => {
  await redeem(page, '9000000001', '20.00');
  const screen = (name: string) => page.getByRole('region', { name });
  const tint = (name: string) => screen(name).evaluate((element) => getComputedStyle(element).backgroundColor);
  const plain = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await tint('Redeeming')).toBe(plain);
  await page.clock.fastForward('00:02');
  await expect(screen('Checking with the issuer. Do not redeem again.')).toBeVisible();
  expect(await tint('Checking with the issuer. Do not redeem again.')).not.toBe(plain);
});

test('locking the till keeps waiting redemptions, and the lock screen shows this', async ({ page }) => {
  await leave(page, '9000000001');
  await page.keyboard.press('F9');
  await expect(page.getByText('SGD 20.00 from voucher ··0001 was sent.')).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^${PEOPLE.cashier.name}`) }).click();
  await page.keyboard.type(PEOPLE.cashier.pin, { delay: 80 });
  await expect(chips(page).getByRole('button')).toHaveCount(1);
});

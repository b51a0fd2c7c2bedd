import type { Page } from '@playwright/test';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { collect, openTill, redeem, redeemButton, setDue, setTake, verdict, wedge } from '../support/till.ts';
import { ask, expect, joinShop, openShop, PEOPLE, test } from '../support/world.ts';

/* The app is installed in the browser, as on a till, so that its cache could hide an outcome. */
test.use({ serviceWorkers: 'allow' });

test.beforeEach(async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
});

/** Text of the screen while the outcome is unknown; it must not mention a failure. */
async function staysHonest(page: Page): Promise<void> {
  await expect(page.getByText('Do not redeem again').first()).toBeVisible();
  await expect(page.getByText(/failed/i)).toHaveCount(0);
}

test('a double click on Redeem captures once', async ({ page, world }) => {
  await wedge(page, '1000000100');
  await setTake(page, '20.00');
  await redeemButton(page, '20.00').dblclick();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  expect(await world.captures('1000000100')).toEqual([2000]);
});

test('a redemption whose answer is lost after the capture ends as redeemed, with one capture', { tag: '@main' }, async ({
  page,
  world,
}) => {
  await redeem(page, '9000000003', '20.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  expect(await world.captures('9000000003')).toEqual([2000]);
});

for (const [code, what] of [
  ['9000000001', 'the issuer never answers, but took the money'],
  ['9000000007', 'the issuer answers 500, but took the money'],
  ['9000000009', 'the issuer answers 401, but took the money'],
  ['9000000010', 'a web page comes back, but the money was taken'],
  ['9000000012', 'half an answer comes back, and the money was taken'],
] as const) {
  test(`a redemption ends with one capture if ${what}`, async ({ page, world }) => {
    await redeem(page, code, '20.00');
    await expect(verdict(page, 'Redeemed')).toBeVisible({ timeout: 15_000 });
    expect(await world.captures(code)).toEqual([2000]);
  });
}

test('a connection that breaks before the capture ends as not redeemed', async ({ page, world }) => {
  test.slow();
  await redeem(page, '9000000004', '20.00');
  await staysHonest(page);
  await expect(verdict(page, 'Not redeemed: safe to try again')).toBeVisible({ timeout: 40_000 });
  expect(await world.captures('9000000004')).toEqual([]);
});

test('a partial capture is shown with its amount, and the rest is still due', async ({ page, world }) => {
  await setDue(page, '20.00');
  await wedge(page, '9000000013');
  await redeemButton(page, '20.00').click();
  await expect(verdict(page, 'Partly redeemed')).toBeVisible();
  await expect(collect(page)).toContainText('10.00');
  expect(await world.captures('9000000013')).toEqual([1000]);
});

test('a reload during a redemption continues to follow it, and does not send it again', async ({ page, world }) => {
  await redeem(page, '9000000001', '20.00');
  await staysHonest(page);
  await page.reload();
  await expect(verdict(page, 'Redeemed')).toBeVisible({ timeout: 15_000 });
  expect(await world.captures('9000000001')).toEqual([2000]);
});

test('a second tab of the same till continues the redemption in progress, with one capture', async ({ page, context, world }) => {
  await redeem(page, '9000000001', '20.00');
  await staysHonest(page);
  const second = await context.newPage();
  await second.goto(world.origin);
  await second.getByRole('button', { name: 'Use this tab' }).click();
  const sale = second.getByRole('region', { name: 'Sale', exact: true });
  await expect(sale).toContainText('Balance SGD 980.00Redeemed', { timeout: 15_000 });
  await expect(verdict(page, 'This till is open in another tab')).toBeVisible();
  expect(await world.captures('9000000001')).toEqual([2000]);
});

test('a second till that scans a voucher in use shows where it is in use', async ({ page, context, browser, world }) => {
  const other = await browser.newContext();
  await joinShop(context, other, world);
  /* The page may have noticed that no user was signed in. */
  await openTill(page, world.origin);
  await redeem(page, '9000000002', '20.00');
  await staysHonest(page);
  const secondTill = await other.newPage();
  await openTill(secondTill, world.origin);
  await wedge(secondTill, '9000000002');
  await expect(secondTill.getByText('In use on another till', { exact: true })).toBeVisible();
  await expect(secondTill.getByText(/^On Till 1 since/)).toBeVisible();
  await expect(secondTill.getByText('Active', { exact: true })).toHaveCount(0);
  await expect(secondTill.getByRole('button', { name: /^Redeem/ })).toHaveCount(0);
  await other.close();
});

test('the screen shows one redemption after the server was killed during the request and restarted', { tag: '@main' }, async ({
  page,
  world,
}) => {
  await redeem(page, '9000000001', '20.00');
  await expect.poll(() => world.captures('9000000001')).toEqual([2000]);
  await world.killServer();
  await staysHonest(page);
  await world.startServer();
  await expect(verdict(page, 'Redeemed')).toBeVisible({ timeout: 20_000 });
  expect(await world.captures('9000000001')).toEqual([2000]);
});

test('nothing is sent twice if the network fails during the request, and the outcome is shown afterwards', async ({
  page,
  context,
  world,
}) => {
  await wedge(page, '9000000006');
  await setTake(page, '20.00');
  await redeemButton(page, '20.00').click();
  await expect.poll(() => world.captures('9000000006')).toEqual([2000]);
  await context.setOffline(true);
  await staysHonest(page);
  await context.setOffline(false);
  await expect(verdict(page, 'Redeemed')).toBeVisible({ timeout: 20_000 });
  expect(await world.captures('9000000006')).toEqual([2000]);
});

test('if the session ends on Redeem, the lock screen shows that nothing was sent, and the PIN restores the voucher and its amount', async ({
  page,
  context,
  world,
}) => {
  await setDue(page, '80.00');
  await wedge(page, '1000000050');
  await setTake(page, '20.00');
  await page.route('**/api/tenders/*', async (route) => {
    if (route.request().method() === 'PUT') await ask(context.request, world, 'DELETE', '/api/session');
    await route.continue();
  });
  await redeemButton(page, '20.00').click();
  await expect(page.getByText('SGD 20.00 from voucher ··0050 was not redeemed.')).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^${PEOPLE.cashier.name}`) }).click();
  await page.unroute('**/api/tenders/*');
  await page.keyboard.type(PEOPLE.cashier.pin, { delay: 80 });
  await expect(redeemButton(page, '20.00')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Amount due' })).toContainText('80.00');
  expect(await world.captures('1000000050')).toEqual([]);
  await redeemButton(page, '20.00').click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  expect(await world.captures('1000000050')).toEqual([2000]);
});

test('if the till locks while it waits for an answer, the lock screen shows that the request was sent', async ({ page, world }) => {
  await redeem(page, '9000000001', '20.00');
  await staysHonest(page);
  await page.keyboard.press('F9');
  await expect(page.getByText('SGD 20.00 from voucher ··0001 was sent.')).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^${PEOPLE.cashier.name}`) }).click();
  await page.keyboard.type(PEOPLE.cashier.pin, { delay: 80 });
  await expect(verdict(page, 'Redeemed')).toBeVisible({ timeout: 15_000 });
  expect(await world.captures('9000000001')).toEqual([2000]);
});

test('the screen shows one redemption if the connection is reset after the server has read the request', async ({
  page,
  context,
  world,
}) => {
  const proxy = await startCuttingProxy(world.origin);
  try {
    await openTill(page, proxy.origin);
    await redeem(page, '1000000050', '20.00');
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    expect(await world.captures('1000000050')).toEqual([2000]);
    expect(new Set(proxy.puts).size).toBe(1);
  } finally {
    await context.close();
    await proxy.close();
  }
});

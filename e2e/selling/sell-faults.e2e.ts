import type { Page } from '@playwright/test';
import { test } from '../support/shop-window.ts';
import { expect, openShop } from '../support/world.ts';

/** Stories of vouchers that are sold while something goes wrong: the issuer's books agree to the voucher. */

test.beforeEach(async ({ context, world }) => {
  test.slow();
  await openShop(context, world);
});

/** Every request has a key of its own. */
const distinct = (asked: readonly { key: string }[]) => new Set(asked.map(({ key }) => key)).size;
const sized = (asked: readonly { quantity: number }[]) => asked.map(({ quantity }) => quantity);

test('a partly fulfilled request keeps its vouchers, and the rest is requested under new keys on demand', async ({ issuer, order }) => {
  issuer.decide(2, { only: 13 });
  const sale = await order(70);
  await sale.expectToStand('33 of 70 issued', 'Partly issued');
  expect(sized(issuer.asked)).toEqual([20, 20]);
  expect(await sale.booked()).toHaveLength(33);
  await sale.issueRest(37);
  await sale.expectToStand('70 vouchers issued');
  expect(sized(issuer.asked)).toEqual([20, 20, 20, 17]);
  expect(distinct(issuer.asked)).toBe(4);
  expect(await sale.booked()).toHaveLength(70);
});

test('a request with a lost answer is repeated under the same key, and no voucher is issued twice', async ({ issuer, order }) => {
  issuer.decide(2, 'lose');
  const sale = await order(50);
  await sale.expectToStand('20 of 50 issued', 'Checking');
  await sale.expectToStand('50 vouchers issued');
  const [first, lost, again, last] = issuer.asked;
  expect(again).toEqual(lost);
  expect(distinct(issuer.asked)).toBe(3);
  expect(sized([first, lost, again, last].filter((asked) => asked !== undefined))).toEqual([20, 20, 20, 10]);
  expect(await sale.booked()).toHaveLength(50);
});

for (const { fate, what } of [
  { fate: 'hold', what: 'before the second request arrived' },
  { fate: 'hold-answer', what: 'after the second request was carried out, before its answer' },
] as const) {
  test(`a server that is killed ${what} repeats the lost request under its own key, without losing or duplicating a voucher`, async ({
    page,
    world,
    issuer,
    order,
  }) => {
    issuer.decide(2, fate);
    const sale = await order(50);
    await issuer.reached(2);
    await world.killServer();
    await expect(page.getByText(/^The server can’t be reached/)).toBeVisible();
    await world.startServer();
    await sale.expectToStand('40 of 50 issued', 'Stopped');
    expect(issuer.asked[2]).toEqual(issuer.asked[1]);
    expect(await sale.booked()).toHaveLength(40);
    await sale.issueRest(10);
    await sale.expectToStand('50 vouchers issued');
    expect(distinct(issuer.asked)).toBe(3);
    expect(await sale.booked()).toHaveLength(50);
  });
}

test('a stopped sale ends after the current request, and the rest can be requested later', async ({ page, issuer, sold, order }) => {
  issuer.decide(2, 'hold');
  const sale = await order(65);
  await issuer.reached(2);
  await page.getByRole('button', { name: 'Stop' }).click();
  await sale.expectToStand('40 of 65 issued', 'Stopped');
  await expect(page.getByText('You stopped this sale. No request is in progress.')).toBeVisible();
  expect(await sold()).toHaveLength(40);
  await sale.issueRest(25);
  await sale.expectToStand('65 vouchers issued');
  expect(await sale.booked()).toHaveLength(65);
});

/** The page's own request, before or after it has reached the server. */
async function breakPut(page: Page, how: 'never arrives' | 'answer is lost'): Promise<void> {
  await page.route('**/api/issues/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    if (how === 'answer is lost') await route.fetch();
    return route.abort();
  });
}

test('an order that never arrived is reported after a reload, and sending it again creates one order', async ({ page, sold, order }) => {
  await breakPut(page, 'never arrives');
  const sale = await order(3);
  await expect(page.getByText(/Do not order again/)).toBeVisible();
  await page.unroute('**/api/issues/*');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The server did not receive it' })).toBeVisible({ timeout: 40_000 });
  expect(await sold()).toEqual([]);
  await page.getByRole('button', { name: 'Send it again' }).click();
  await sale.expectToStand('3 vouchers issued');
  expect(page.url()).toContain(sale.id);
  expect(await sale.booked()).toHaveLength(3);
});

test('a page that lost the answer to its order finds the sale, and does not order again', async ({ page, order }) => {
  await breakPut(page, 'answer is lost');
  const sale = await order(3);
  await sale.expectToStand('3 vouchers issued');
  await page.reload();
  await sale.expectToStand('3 vouchers issued');
  expect(await sale.booked()).toHaveLength(3);
});

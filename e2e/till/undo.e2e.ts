import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { faultsOf } from '../support/audit.ts';
import { openTill, redeem, setDue, verdict, wedge } from '../support/till.ts';
import { ask, expect, joinShop, openShop, PEOPLE, signIn, test } from '../support/world.ts';

const REF = '1000000050';

test.beforeEach(async ({ page, context, world }) => {
  await openShop(context, world);
  await page.clock.install();
  await openTill(page, world.origin);
});

const lastTen = (page: Page) => page.getByRole('region', { name: 'My last ten redemptions' });
const undoButtons = (page: Page) => lastTen(page).getByRole('button', { name: /^Undo/ });

/** Redeems, sees the verdict, and goes back to the till. */
async function redeemAndGoOn(page: Page, code: string, amount: string): Promise<void> {
  await redeem(page, code, amount);
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.getByRole('button', { name: /^(Next|Another) voucher$/ }).click();
}

/** Enters a reason, and refunds the amount. */
async function confirm(page: Page, reason = 'Wrong amount'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Refund to the voucher' });
  await dialog.getByRole('radio', { name: reason }).check();
  await dialog.getByRole('button', { name: /^Refund SGD/ }).click();
}

test('a cashier undoes the redemption on the screen, which restores the voucher’s balance', async ({ page, world }) => {
  await redeem(page, REF, '20.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.getByRole('region', { name: 'Redeemed' }).getByRole('button', { name: /^Undo/ }).click();
  await confirm(page);
  await expect(verdict(page, 'Refunded')).toBeVisible();
  await expect(page.getByText('SGD 20.00 is back on the voucher.', { exact: true })).toBeVisible();
  expect(await world.refunds(REF)).toEqual([2000]);
  expect((await world.ledger(REF)).vouchers).toMatchObject([{ remaining: 5000 }]);
  await page.getByRole('button', { name: 'Next voucher' }).click();
  await expect(lastTen(page).getByText('Refunded')).toBeVisible();
  await expect(undoButtons(page)).toHaveCount(0);
});

test('a cashier undoes the last redemption from the list by keyboard', async ({ page, world }) => {
  await redeemAndGoOn(page, REF, '20.00');
  await expect(lastTen(page).getByText('for 5 minutes, until the next sale')).toBeVisible();
  await undoButtons(page).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('radio', { name: 'Other reason' }).focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByLabel('Describe the reason')).toBeFocused();
  await page.keyboard.type('Counted twice', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Refunded', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(lastTen(page).getByText('Refunded')).toBeVisible();
  expect(await world.refunds(REF)).toEqual([2000]);
});

/** The page's clock advances alone, because the server's answers no longer contain the time. */
async function withoutServerTime(page: Page): Promise<void> {
  await page.route(/\/api\/(?!events)/, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers['date'];
    await route.fulfill({ response, headers });
  });
}

test('a cashier undoes both redemptions of the current sale, the earlier one first', async ({ page, world }) => {
  await setDue(page, '80.00');
  await redeemAndGoOn(page, REF, '20.00');
  await redeemAndGoOn(page, '1000000100', '30.00');
  for (const [last4, amount] of [
    ['··0050', '20.00'],
    ['··0100', '30.00'],
  ] as const) {
    await page.getByRole('region', { name: 'Sale', exact: true }).getByRole('button', { name: last4 }).click();
    await page.getByRole('region', { name: 'Redeemed' }).getByRole('button', { name: /^Undo/ }).click();
    await confirm(page);
    /* A touch keeps the verdict open, which would otherwise close during the checks. */
    await verdict(page, 'Refunded').click();
    await expect(page.getByText(`SGD ${amount} is back on the voucher.`, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: /^(Next|Another) voucher$/ }).click();
  }
  expect([await world.refunds(REF), await world.refunds('1000000100')]).toEqual([[2000], [3000]]);
});

test('a refund that a cashier may not make alone needs a manager’s PIN at the same till, and both are in the trail', {
  tag: '@main',
}, async ({ page, context, world }) => {
  await redeemAndGoOn(page, REF, '20.00');
  await page.keyboard.press('F8');
  await redeemAndGoOn(page, '1000000100', '30.00');
  await lastTen(page)
    .getByRole('button', { name: /^Refund/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Refund to the voucher' });
  await dialog.getByRole('radio', { name: 'Wrong amount' }).click();
  await expect(dialog.getByText('A manager enters their PIN here to refund SGD 20.00. You stay signed in.')).toBeVisible();
  const pin = dialog.getByLabel(`PIN for ${PEOPLE.manager.name}`);
  await expect(pin).toBeFocused();
  expect.soft(await faultsOf(page)).toEqual([]);
  await wedge(page, '1000000100');
  await expect(dialog.getByText('Finish this first, then scan again.')).toBeVisible();
  await page.keyboard.type('111222', { delay: 80 });
  await expect(dialog.getByText('Wrong PIN. 9 attempts left.'), 'the scan was no PIN').toBeVisible();
  await expect(pin).toBeInViewport();
  expect(await world.refunds(REF)).toEqual([]);
  await pin.fill(PEOPLE.manager.pin);
  await expect(dialog).toContainText('SGD 20.00 is back on the voucher.');
  expect(await world.refunds(REF)).toEqual([2000]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(`${PEOPLE.cashier.name} · Till 1`)).toBeVisible();

  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/audit`);
  const approved = page.getByRole('row').filter({ hasText: 'Refund approved' });
  await expect(approved).toContainText(PEOPLE.manager.name);
  await expect(approved).toContainText(`for ${PEOPLE.cashier.name}`);
});

test('an approval is valid for one request only', async ({ page, context, world }) => {
  await redeemAndGoOn(page, REF, '20.00');
  await page.keyboard.press('F8');
  await redeemAndGoOn(page, '1000000100', '30.00');
  const listed = (await (await context.request.get(`${world.origin}/api/tenders?mine=1`)).json()) as { id: string; last4: string }[];
  const tenderId = listed.find(({ last4 }) => last4 === '0050')?.id;
  const people = (await (await context.request.get(`${world.origin}/api/people`)).json()) as { id: string; name: string }[];
  const personId = people.find(({ name }) => name === PEOPLE.manager.name)?.id;
  const id = randomUUID();
  const refund = { tenderId, reason: 'Wrong amount' };
  await ask(context.request, world, 'PUT', `/api/approvals/${id}`, { personId, pin: PEOPLE.manager.pin, wish: { kind: 'refund', refund } });
  const put = (as: string, data: object) =>
    context.request.put(`${world.origin}/api/refunds/${as}`, { headers: { 'X-Tillside': '1', Origin: world.origin }, data });
  expect((await put(id, { ...refund, reason: 'Wrong voucher' })).status()).toBe(403);
  expect((await put(randomUUID(), refund)).status()).toBe(403);
  expect((await put(id, refund)).status()).toBe(201);
  expect(await world.refunds(REF)).toEqual([2000]);
});

test('an undo is offered and accepted for the last sale only, for five minutes', async ({ page, context, world }) => {
  await redeemAndGoOn(page, REF, '20.00');
  await page.keyboard.press('F8');
  await redeemAndGoOn(page, '1000000100', '30.00');
  await expect(lastTen(page).getByRole('listitem')).toHaveCount(2);
  await expect(undoButtons(page)).toHaveCount(1);
  await expect(lastTen(page).getByRole('listitem').filter({ hasText: '··0100' }).getByRole('button', { name: /^Undo/ })).toBeVisible();

  const listed = (await (await context.request.get(`${world.origin}/api/tenders?mine=1`)).json()) as { id: string; last4: string }[];
  const older = listed.find(({ last4 }) => last4 === '0050');
  const refused = await context.request.put(`${world.origin}/api/refunds/${randomUUID()}`, {
    headers: { 'X-Tillside': '1', Origin: world.origin },
    data: { tenderId: older?.id, reason: 'Wrong amount' },
  });
  expect(refused.status()).toBe(403);
  expect(await refused.json()).toMatchObject({ error: { code: 'undo-over' } });

  await withoutServerTime(page);
  await page.clock.fastForward('04:59');
  await expect(undoButtons(page)).toHaveCount(0);
  expect(await world.refunds(REF)).toEqual([]);
  /* The server may stop before it has answered pending requests. */
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('an undo with a lost answer is looked up, even after a reload, and nothing is refunded twice', async ({
  page,
  context,
  browser,
  world,
}) => {
  test.slow();
  await redeemAndGoOn(page, REF, '20.00');
  await world.strike('silentAfterCommit');
  await undoButtons(page).click();
  await confirm(page, 'Wrong voucher');
  await expect(page.getByText('Still checking with the issuer')).toBeVisible();
  await expect(page.getByText('Do not refund it again.')).toBeVisible();
  await expect(page.getByText(/failed|not refunded/i)).toHaveCount(0);
  await world.strike(null);
  await page.reload();
  await expect(lastTen(page).getByText('Refunded', { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(await world.refunds(REF)).toEqual([2000]);
  expect((await world.ledger(REF)).vouchers).toMatchObject([{ remaining: 5000 }]);

  const other = await browser.newContext();
  await joinShop(context, other, world);
  const secondTill = await other.newPage();
  await openTill(secondTill, world.origin);
  await redeem(secondTill, REF, '50.00');
  await expect(verdict(secondTill, 'Redeemed')).toBeVisible();
  await other.close();
});

test('a voucher is in use at this and other tills while its refund is not settled', async ({ page, context, browser, world }) => {
  await redeemAndGoOn(page, REF, '20.00');
  await world.strike('silentBeforeCommit');
  await undoButtons(page).click();
  await confirm(page);
  await expect(page.getByText('Still checking with the issuer')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expect(lastTen(page).getByText('Checking refund')).toBeVisible();
  await page.keyboard.press('F8');
  await wedge(page, REF);
  const here = 'A redemption or refund of this voucher on this till is not confirmed yet. Do not redeem it again.';
  await expect(page.getByText(here, { exact: true })).toBeVisible();
  await expect(page.getByText(/In use on another till/)).toHaveCount(0);

  const other = await browser.newContext();
  await joinShop(context, other, world);
  const secondTill = await other.newPage();
  await openTill(secondTill, world.origin);
  await wedge(secondTill, REF);
  await expect(secondTill.getByText('In use on another till', { exact: true })).toBeVisible();
  await expect(secondTill.getByText(/^On Till 1 since/)).toBeVisible();
  await other.close();
});

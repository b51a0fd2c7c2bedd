import type { BrowserContext, Page } from '@playwright/test';
import { goTo } from '../support/places.ts';
import { startReceiver } from '../support/receiver.ts';
import { openTill, redeem, verdict } from '../support/till.ts';
import { ask, expect, joinShop, openShop, signIn, test, type World } from '../support/world.ts';

/* An answer that is cut stays open long enough to close a shift in between. */
test.use({ settings: { UPSTREAM_TIMEOUT_MS: '15000', WEBHOOK_PRIVATE_ADDRESSES: 'on' } });

const REF = '1000000050';
const OTHER = '1000000100';

test.beforeEach(async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
});

const card = (page: Page) => page.locator('section.card').first();
const plain = (text: string | null) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');

/** Redeems, and goes back to the till. */
async function take(page: Page, code: string, amount: string): Promise<void> {
  await redeem(page, code, amount);
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.getByRole('button', { name: 'Next voucher' }).click();
}

/** A cashier's three actions: the menu, *Close my shift*, and the button of the same name. */
async function closeMine(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Close my shift' }).click();
  await page.getByRole('button', { name: 'Close my shift' }).click();
}

/** A manager in front of the shifts of the shop. */
async function openShifts(page: Page, context: BrowserContext, world: World): Promise<void> {
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/`);
  await goTo(page, 'Shifts');
}

test('a shift closes despite a lost answer, and the next shift shows how that redemption was settled', { tag: '@main' }, async ({
  page,
  context,
  world,
}) => {
  test.slow();
  await take(page, OTHER, '30.00');
  await world.strike('silentAfterCommit');
  await redeem(page, REF, '20.00');
  await expect(page.getByText('Do not redeem again').first()).toBeVisible();
  await page.goto(`${world.origin}/shift`);
  await expect(card(page).getByText('1 not confirmed, SGD 20.00')).toBeVisible();
  await page.getByRole('button', { name: 'Close my shift' }).click();
  await expect(page.getByText('Shift closed. Z report 1.')).toBeVisible();
  await expect(card(page).getByText('1 not confirmed, SGD 20.00')).toBeVisible();
  await expect.poll(async () => plain(await card(page).textContent())).toContain('Redeemed minus refundedSGD 30.00');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.receipt').getByText('1 not confirmed, SGD 20.00')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await world.strike(null);
  await expect
    .poll(
      async () =>
        ((await (await context.request.get(`${world.origin}/api/tenders?mine=1`)).json()) as { state: string }[]).map(({ state }) => state),
      {
        timeout: 60_000,
      },
    )
    .toEqual(['captured', 'captured']);
  await page.goto(`${world.origin}/shift`);
  await expect(card(page).getByText('From Z 1: confirmed as redeemed')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Close my shift' }).click();
  await expect(page.getByText('Shift closed. Z report 2.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Lock' })).toBeVisible();
  await expect(card(page).getByText('From Z 1: confirmed as redeemed')).toBeVisible();
  expect(await world.captures(REF)).toEqual([2000]);

  await openShifts(page, context, world);
  await page.getByRole('link', { name: 'Day totals' }).click();
  await expect.poll(async () => plain(await page.getByRole('main').textContent())).toContain('Issuer totalSGD 50.00');
  await expect.poll(async () => plain(await page.getByRole('main').textContent())).toContain('Z reports (2)SGD 50.00');
  await expect(page.getByText('All of the issuer’s transactions for this day are in a Z report.').first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: /^Z 1, Till 1/ }).click();
  await expect(page.getByText('1 not confirmed, SGD 20.00').first()).toBeVisible();
});

test('two people at one till close blind shifts, and a manager reads the note next to the difference', async ({ page, context, world }) => {
  test.slow();
  const receiver = await startReceiver([]);
  await signIn(context, world, 'manager');
  await ask(context.request, world, 'POST', '/api/webhooks', { url: receiver.url, news: ['shift.closed'] });
  await page.goto(`${world.origin}/closings`);
  await page.getByRole('checkbox', { name: /^Cashiers enter the register total/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. Applies from the next closing.')).toBeVisible();
  await openTill(page, world.origin);
  await take(page, REF, '5.00');

  await signIn(context, world, 'cashier');
  await openTill(page, world.origin);
  await take(page, REF, '20.00');
  await closeMine(page);
  await expect(page.getByText('Shift closed. Z report')).toHaveCount(0);
  await expect(page.getByText('Fill this in.').or(page.getByLabel('Register total (SGD)'))).toBeVisible();
  await expect(page.getByText('SGD 20.00')).toHaveCount(0);
  await page.getByLabel('Register total (SGD)').fill('25.00');
  await page.getByRole('button', { name: 'Close my shift' }).click();
  await expect(page.getByText('Shift closed. Z report 1.')).toBeVisible();
  await expect(page.getByText('! Register total is SGD 5.00 higher').first()).toBeVisible();
  await page.getByLabel('Note').fill('Booked one sale of Mia');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Booked one sale of Mia' })).toBeVisible();

  await openShifts(page, context, world);
  await expect(page.getByText('Register total is SGD 5.00 higher')).toBeVisible();
  await page.goto(`${world.origin}/today`);
  await expect(page.getByRole('region', { name: 'Redeemed today by till' })).toContainText(/Till 1SGD.25\.00/);
  const hours = page.getByRole('region', { name: /^Redeemed by hour/ });
  await hours.getByText('As a table').click();
  await expect(hours.getByRole('table')).toBeVisible();
  const amounts = await hours.getByRole('row').getByRole('cell').allInnerTexts();
  expect(amounts.reduce((sum, text) => sum + Number(text.replace(/[^\d.]/g, '')), 0)).toBe(25);
  const chart = hours.getByRole('slider');
  await chart.press('Home');
  for (let hour = 0; hour < 24 && !/SGD.[1-9]/.test((await chart.getAttribute('aria-valuetext')) ?? ''); hour += 1)
    await chart.press('ArrowRight');
  await expect(hours.getByText(/Redeemed: SGD.(25|20|5)\.00/)).toBeVisible();
  await goTo(page, 'Shifts');
  await page.getByRole('button', { name: 'Tills' }).click();
  await expect(page.getByRole('heading', { name: 'Till 1 2 shifts' })).toBeVisible();
  await page.getByRole('button', { name: 'Close the open shift' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close the open shift' }).click();
  await expect(page.getByText('All shifts are closed.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Z 2, Till 1, Mia/ })).toBeVisible();
  await page.getByRole('link', { name: /^Z 1, Till 1/ }).click();
  await expect(page.getByText('Booked one sale of Mia').first()).toBeVisible();
  await expect.poll(() => receiver.received.length).toBe(2);
  await receiver.close();
});

test('a refund of a closed shift is listed in the next shift, with the number of the closed shift', async ({
  page,
  context,
  browser,
  world,
}) => {
  test.slow();
  await take(page, REF, '20.00');
  await closeMine(page);
  await expect(page.getByText('Shift closed. Z report 1.')).toBeVisible();
  await page.getByRole('link', { name: 'Redeem' }).first().click();
  await page.getByRole('region', { name: 'My last ten redemptions' }).getByRole('button', { name: /^Undo/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Wrong amount' }).check();
  await dialog.getByRole('button', { name: /^Refund SGD/ }).click();
  await expect(dialog.getByText('Refunded', { exact: true })).toBeVisible();
  await page.goto(`${world.origin}/shift`);
  await expect(card(page).getByText('From Z 1: refunded')).toBeVisible();
  await page.getByRole('button', { name: 'Close my shift' }).click();
  await expect(page.getByText('Shift closed. Z report 2.')).toBeVisible();
  await expect(card(page).getByText('From Z 1: refunded')).toBeVisible();

  /* Another till counts for itself. */
  const other = await browser.newContext();
  await joinShop(context, other, world);
  const second = await other.newPage();
  await openTill(second, world.origin);
  await take(second, OTHER, '10.00');
  await second.goto(`${world.origin}/shift`);
  await second.getByRole('button', { name: 'Close my shift' }).click();
  await expect(second.getByText('Shift closed. Z report 1.')).toBeVisible();
  await other.close();
});

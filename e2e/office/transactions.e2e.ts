import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { faultsOf } from '../support/audit.ts';
import { goTo } from '../support/places.ts';
import { openTill, redeem, verdict, wedge } from '../support/till.ts';
import { ask, expect, openShop, signIn, test, type World } from '../support/world.ts';

const OWN_MID = '000000012345678';
/** Enough rows for scrolling, few enough to load quickly. */
test.use({ settings: { SANDBOX_TRANSACTIONS: '3000', MERCHANT_MID: OWN_MID } });

const list = (page: Page) => page.getByRole('table', { name: 'Transactions' });
const rows = (page: Page) => list(page).getByRole('button', { name: /^Open / });
const unread = (page: Page) => page.getByRole('progressbar', { name: 'Period' });
const figure = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd').first();

/** A manager in front of the transactions of some days. */
async function openList(page: Page, context: BrowserContext, world: World, search = ''): Promise<void> {
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/transactions${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  await expect(list(page)).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
  await expect(unread(page)).toHaveCount(0, { timeout: 30_000 });
}

/** Returns our shop's rows of the voucher service's ledger. */
async function books(
  { service }: World,
  since: number,
  inCurrency = 'SGD',
): Promise<{ count: number; moved: number; captured: number; refunded: number; largestRefund: number }> {
  const { transactions } = (await (await fetch(`${service}/sandbox/ledger`)).json()) as { transactions: readonly Booked[] };
  const ours = transactions.filter(({ mid, createdAt }) => mid === OWN_MID && Date.parse(createdAt) >= since);
  const sum = (wanted: string) =>
    ours.reduce((total, { type, currency, amount }) => total + (type === wanted && currency === inCurrency ? (amount ?? 0) : 0), 0);
  const refunds = ours.flatMap(({ type, amount }) => (type === 'Refund' ? (amount ?? 0) : []));
  /* An authorization and its capture are one line; lookups are listed only if requested. */
  const lines = ours.filter(({ type }) => type !== 'Authorization');
  const moved = lines.filter(({ type }) => type !== 'Other').length;
  return { count: lines.length, moved, captured: sum('Capture'), refunded: sum('Refund'), largestRefund: Math.max(...refunds) };
}

interface Booked {
  readonly type: string;
  readonly mid: string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly createdAt: string;
}

/** The days up to today in Singapore, as the address has them. */
function lastDays(count: number): { readonly search: string; readonly since: number } {
  const midnight = Math.floor((Date.now() + 8 * 3_600_000) / 86_400_000) * 86_400_000 - 8 * 3_600_000;
  const day = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10);
  const since = midnight - (count - 1) * 86_400_000;
  return { search: `?period=custom&from=${day(since)}&to=${day(midnight)}`, since };
}

const money = (cents: number) => `SGD${new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(cents / 100)}`;
const plain = (text: string | null) => (text ?? '').replace(/\u00a0|\u202f/g, ' ');

test.beforeEach(async ({ context, world }) => {
  test.slow();
  await openShop(context, world);
});

test('the totals of a month agree with the issuer to the cent, for the manager’s own shop only', async ({ page, context, world }) => {
  const { search, since } = lastDays(40);
  await openList(page, context, world, search);
  const { count, moved, captured, refunded, largestRefund } = await books(world, since);
  expect(count).toBeGreaterThan(800);
  await expect.poll(async () => plain(await figure(page, 'Redeemed').textContent())).toBe(money(captured));
  expect(plain(await figure(page, 'Refunded').textContent())).toBe(money(refunded));
  expect(plain(await figure(page, 'Net').textContent())).toBe(money(captured - refunded));

  /* Figures agree with each other, and with the list. */
  for (const [kind, lines] of [
    ['Redemptions, refunds, activations', moved],
    ['All types, including lookups', count],
  ] as const) {
    await page.getByLabel('Type', { exact: true }).selectOption(kind);
    await expect(page.getByText(`${new Intl.NumberFormat('en').format(lines)} transactions`).first()).toBeVisible();
    await expect(list(page)).toHaveAttribute('aria-rowcount', String(lines + 1));
  }

  await page.getByLabel('Type', { exact: true }).selectOption('Refund');
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await expect(page).toHaveURL(/type=refund/);
  await expect(page).toHaveURL(/sort=-amount/);
  const largest = new RegExp(`^Open Refund, SGD.${(largestRefund / 100).toFixed(2)},`);
  await expect(rows(page).first()).toHaveAttribute('aria-label', largest);
  await page.reload();
  await expect(rows(page).first()).toHaveAttribute('aria-label', largest);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page).not.toHaveURL(/type=/);
});

test('the list shows the unread days and the progress until it is complete', async ({ page, context, world }) => {
  const { search, since } = lastDays(40);
  const day = (count: number) => new Date(since + count * 86_400_000).toISOString();
  let isReading = true;
  await context.route('**/api/transactions/totals', async (route) => {
    const response = await route.fetch();
    const totals = (await response.json()) as object;
    const coverage = { share: 0.43, gaps: [{ from: day(3), to: day(11) }], keptFrom: day(1), until: day(39), isAway: true };
    await route.fulfill({ response, json: isReading ? { ...totals, coverage } : totals });
  });
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/transactions${search}`);
  await expect(
    page.getByText(/^Transactions from \d+.* are still being read\. The totals cover 43% of the period so far\.$/),
  ).toBeVisible();
  await expect(unread(page)).toHaveAttribute('aria-valuenow', '43');
  await expect(page.getByText(/^The issuer can’t be reached\. Complete until /)).toBeVisible();
  await expect(page.getByText(/^Transactions before .* are not stored here\.$/)).toBeVisible();
  /* Loaded lines can be used during loading. */
  await expect(rows(page).first()).toBeVisible();
  await expect(list(page)).toHaveAttribute('aria-busy', 'false');

  isReading = false;
  await expect(unread(page)).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByText(/are not stored here|can’t be reached|still being read/)).toHaveCount(0);
  const { captured } = await books(world, since);
  await expect.poll(async () => plain(await figure(page, 'Redeemed').textContent()), { timeout: 20_000 }).toBe(money(captured));
});

test('the keyboard moves through the list from its first line to its last, and opens and closes a line', async ({
  page,
  context,
  world,
}) => {
  await openList(page, context, world, lastDays(40).search);
  await rows(page).first().focus();
  await page.keyboard.press('End');
  const total = Number(await list(page).getAttribute('aria-rowcount')) - 1;
  await expect(list(page).locator(`[data-index="${total - 1}"]`)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(list(page).locator('[data-index="0"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(list(page).locator('[data-index="1"]')).toBeFocused();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Transaction' });
  await expect(sheet.getByText('There is no matching record here.')).toBeVisible();
  await expect(sheet.getByText(/ERV0000/).first()).toBeVisible();
  await expect(page).toHaveURL(/open=\d+/);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page).not.toHaveURL(/open=/);
});

test('a new redemption appears at the top as one line, opens, and is refunded with a reason', { tag: '@main' }, async ({
  page,
  context,
  world,
}) => {
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '12.34');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await openList(page, context, world);
  const line = page.getByRole('button', { name: /Redemption, SGD.12\.34, ··0050/ });
  await expect(line).toHaveCount(1);

  await world.redeemPastServer('1000000050', 777);
  await expect(rows(page).first()).toHaveAttribute('aria-label', /Redemption, SGD.7\.77, ··0050/, { timeout: 20_000 });

  await line.click();
  const sheet = page.getByRole('dialog', { name: 'Transaction' });
  await expect(sheet.getByText('Ana, Till 1')).toBeVisible();
  await expect(sheet.getByText(/1 attempt/)).toBeVisible();
  await expect(sheet.getByText('Authorization', { exact: true })).toBeVisible();
  await expect(sheet.getByText('Capture', { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: /^Refund SGD/ }).click();
  await expect(dialog.getByText('Refunded').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(sheet.getByText(/^Refunded: /)).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Refund', exact: true })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /Refund, SGD.12\.34, ··0050/ })).toBeVisible({ timeout: 20_000 });
  expect(await world.refunds('1000000050')).toEqual([1234]);
});

test('the last digits of a voucher filter the list while they are typed', async ({ page, context, world }) => {
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '12.34');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await openList(page, context, world);
  const all = await list(page).getAttribute('aria-rowcount');
  await page.getByLabel('Voucher', { exact: true }).pressSequentially('0050');
  await expect(page).toHaveURL(/voucher=0050/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toHaveAttribute('aria-label', /SGD.12\.34, ··0050/);
  await expect(page.getByLabel('Voucher', { exact: true })).toBeFocused();
  await page.getByLabel('Voucher', { exact: true }).fill('');
  await expect(list(page)).toHaveAttribute('aria-rowcount', all ?? '');
});

test('a scanned voucher filters the list, and its ref appears in no address or storage', async ({ page, context, world }) => {
  await openTill(page, world.origin);
  await redeem(page, '7KQ2M9XW4ZP3', '5.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await openList(page, context, world);
  await expect(rows(page).first()).toBeVisible();
  await wedge(page, '7KQ2M9XW4ZP3');
  await expect(page).toHaveURL(/tag=[\w-]{16}/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toHaveAttribute('aria-label', /SGD.5\.00, ··4ZP3/);
  expect(page.url()).not.toContain('7KQ2M9XW4ZP3');
  expect(world.log()).not.toContain('7KQ2M9XW4ZP3');
  expect(await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))).not.toContain(
    '7KQ2M9XW4ZP3',
  );
});

test('an export contains the filtered lines', async ({ page, context, world }) => {
  await openList(page, context, world, `${lastDays(40).search}&type=refund`);
  const shown = Number(await list(page).getAttribute('aria-rowcount')) - 1;
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toContain('time_utc,time_shop,type');
  expect(lines.length - 1).toBe(shown);
  expect(lines.slice(1).every((line) => line.includes(',refund,'))).toBe(true);
});

test('an export contains the days in the date fields, even before they are displayed', async ({ page, context, world }) => {
  await openList(page, context, world, lastDays(1).search);
  await page.getByLabel('First day').fill('2024-01-05');
  await page.getByLabel('Last day').fill('2024-01-06');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(download.suggestedFilename()).toBe('transactions-2024-01-05-2024-01-06.csv');
});

test('a Z report names the redemption that the register lacks, and the day shows it next to the issuer’s total', async ({
  page,
  context,
  world,
}) => {
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '43.21');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await world.redeemPastServer('MY123456789', 1234, 'MYR');
  await openList(page, context, world);
  const date = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  await ask(context.request, world, 'PUT', `/api/closings/${crypto.randomUUID()}`, {
    date,
    register: [{ currency: 'SGD', amount: 1 }],
    note: 'Till 1 closed early',
  });
  await goTo(page, 'Shifts');
  await page.getByRole('link', { name: /^Open, Till 1/ }).click();
  await page.getByLabel('Register total (SGD)').fill('0.00');
  await page.getByRole('button', { name: /^Close (my|this) shift$/ }).click();
  await expect(page.getByText(/Register total is SGD.43\.21 lower/).first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('The register may be missing this').first()).toBeVisible();
  await expect(page.getByText(/Redemption, ··0050/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Day totals' }).click();
  const day = page.getByRole('region', { name: 'Z reports and the issuer' });
  await expect(day.getByText('Z report (1)').first()).toBeVisible({ timeout: 20_000 });
  await expect(day.getByText('Register total (1 of 1 Z reports)')).toBeVisible();
  await expect(day.getByText(/Register total is SGD.43\.21 lower/)).toBeVisible();
  await expect(day.getByText('No matching redemption here').first()).toBeVisible();
  await expect(day.getByText(/^··6789/)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('.receipt');
  await expect(paper.getByText(/Register total is SGD.43\.21 lower/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await world.killServer();
  await world.startServer();
  await page.reload();
  await expect(day.getByText(/Register total is SGD.43\.21 lower/)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Till 1 closed early')).toBeVisible();
});

test('on a phone the first transaction is above the fold, and filters are behind one button', async ({ page, context, world }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openList(page, context, world, lastDays(40).search);
  const bottom = await page.getByRole('navigation', { name: 'Navigation' }).boundingBox();
  const row = await rows(page).first().boundingBox();
  expect((row?.y ?? Number.POSITIVE_INFINITY) + (row?.height ?? 0)).toBeLessThan(bottom?.y ?? 0);
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeHidden();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Refund' });
  await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Today' });
  await expect(page).toHaveURL(/\?type=refund$/);
});

test('a cashier sees only their own redemptions', async ({ page, context, world }) => {
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '3.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await world.redeemPastServer('1000000050', 444);
  await page.goto(`${world.origin}/transactions`);
  await expect(page.getByRole('heading', { level: 1, name: 'My redemptions' })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toHaveAttribute('aria-label', /SGD.3\.00/);
  const refused = await context.request.post(`${world.origin}/api/transactions/search`, {
    headers: { 'X-Tillside': '1', Origin: world.origin },
    data: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  });
  expect(refused.status()).toBe(403);
});

test('the list, an open line and the day totals have no accessibility violations', async ({ page, context, world }) => {
  await openList(page, context, world, lastDays(40).search);
  expect.soft(await faultsOf(page)).toEqual([]);
  await page.getByText('By hour or day, and other currencies').click();
  await page.getByText('As a table').click();
  await rows(page).first().click();
  await expect(page.getByText(/ERV0000/).first()).toBeVisible();
  expect.soft(await faultsOf(page)).toEqual([]);
  await page.goto(`${world.origin}/closings`);
  await page.getByRole('link', { name: 'Day totals' }).click();
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  expect.soft(await faultsOf(page)).toEqual([]);
});

import type { BrowserContext, Page } from '@playwright/test';
import { misfitsOf } from '../support/fits.ts';
import { openTill, redeem, setDue, verdict } from '../support/till.ts';
import { ask, expect, openShop, signIn, test, type World } from '../support/world.ts';

const PAPERS = [
  { name: 'A4', size: { format: 'A4' } },
  { name: 'Letter', size: { format: 'Letter' } },
  { name: '80 mm', size: { width: '80mm', height: '297mm' } },
  { name: '58 mm', size: { width: '58mm', height: '297mm' } },
] as const;
/** Printable width of a roll of 80 and of 58 mm, pixels. */
const ROLLS = [
  [264, 900],
  [181, 900],
] as const;

/** Has the browser print, and counts the sheets. */
async function sheetsOf(page: Page): Promise<Record<string, number>> {
  const sheets: Record<string, number> = {};
  for (const { name, size } of PAPERS) {
    const pdf = await page.pdf(size);
    sheets[name] = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  }
  return sheets;
}

const ONE_EACH = { A4: 1, Letter: 1, '80 mm': 1, '58 mm': 1 };
const paper = (page: Page) => page.locator('.receipt');

async function nameShop(context: BrowserContext, world: World): Promise<void> {
  await signIn(context, world, 'manager');
  const shopAddress = '12 Tampines Street 83\nSingapore 529684\nGST M90312345A';
  await ask(context.request, world, 'PUT', '/api/settings', { shopName: 'Café Orchid', shopAddress, receiptFooter: 'Open daily\n9 to 21' });
  await signIn(context, world, 'cashier');
}

test.beforeEach(async ({ context, world }) => {
  await openShop(context, world);
});

test('a receipt fits on one sheet with everything a customer needs, and no number wraps on a narrow roll', async ({
  page,
  context,
  world,
}) => {
  await nameShop(context, world);
  await openTill(page, world.origin);
  await setDue(page, '80.00');
  await redeem(page, '1000000050', '12.50');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(paper(page).getByRole('img')).toBeVisible();
  const words = (await paper(page).innerText()).replaceAll('\u00a0', ' ');
  for (const said of [
    'Café Orchid',
    'GST M90312345A',
    'Due\nSGD 80.00',
    'Redeemed\nSGD 12.50',
    'Left to pay\nSGD 67.50',
    '··0050',
    'Ana, Till 1',
    'Open daily',
  ])
    expect(words).toContain(said);
  expect(words).toMatch(/Balance on voucher\nSGD 37\.50/);
  expect(words).toMatch(/Valid until\n\d+ \w+ \d{4}/);
  expect(words).toMatch(/Reference R-[0-9A-F]{8}\n/);
  /* The issuer's long numbers are the last lines. */
  expect(words.search(/\d{20,}/)).toBeGreaterThan(words.indexOf('9 to 21'));
  expect(await misfitsOf(page, 'receipt', ROLLS)).toEqual([]);
  expect(await sheetsOf(page)).toEqual(ONE_EACH);
});

test('a large amount fits a narrow roll in one line', async ({ page, world }) => {
  await openTill(page, world.origin);
  await redeem(page, '1000000100', '987.66');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  expect(await misfitsOf(page, 'receipt', ROLLS)).toEqual([]);
});

test('a manager reprints a receipt as a copy, without details that are no longer stored', async ({ page, context, world }) => {
  await nameShop(context, world);
  await openTill(page, world.origin);
  await setDue(page, '80.00');
  await redeem(page, '1000000050', '12.50');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  const reference = /R-[0-9A-F]{8}/.exec(await paper(page).innerHTML())?.[0] ?? '';
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/transactions`);
  await page.getByRole('button', { name: /Redemption, SGD.12\.50, ··0050/ }).click();
  await expect(page.getByText(`Receipt ${reference}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reprint receipt' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const words = (await paper(page).innerText()).replaceAll('\u00a0', ' ');
  for (const said of ['Café Orchid', 'Copy of a voucher receipt', 'Redeemed\nSGD 12.50', reference]) expect(words).toContain(said);
  expect(words).not.toContain('Due');
  expect(words).not.toContain('Left to pay');
  expect(await sheetsOf(page)).toEqual(ONE_EACH);
});

test('a cashier reprints the receipt of their own redemption as a copy', async ({ page, world }) => {
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '12.50');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.goto(`${world.origin}/transactions`);
  await page.getByRole('button', { name: /Redemption, SGD.12\.50, ··0050/ }).click();
  await expect(page.getByRole('button', { name: 'Reprint receipt' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(paper(page)).toContainText('Copy of a voucher receipt');
});

test('a day with the issuer’s total prints on one sheet under the shop’s name', async ({ page, context, world }) => {
  await nameShop(context, world);
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '12.50');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/closings`);
  await page.getByRole('link', { name: 'Day totals' }).click();
  await expect(page.getByText('Issuer total').first()).toBeVisible({ timeout: 20_000 });
  await page.emulateMedia({ media: 'print' });
  await expect(paper(page)).toContainText('Café Orchid');
  await expect(paper(page)).toContainText('Open daily');
  expect(await misfitsOf(page, 'one day', ROLLS)).toEqual([]);
  expect(await sheetsOf(page)).toEqual(ONE_EACH);
});

test('a manager sets the text of receipts, and sees when it is too long', async ({ page, context, world }) => {
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/settings/shop`);
  await page.getByLabel('Shop name').fill('Café Orchid');
  await page.getByLabel('Address on receipts').fill('1\n2\n3\n4\n5\n6\n7');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Address on receipts: at most 6 lines of 60 characters.')).toBeVisible();
  await page.getByLabel('Address on receipts').fill('12 Tampines Street 83  \nSingapore 529684\n');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved: Café Orchid.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Address on receipts')).toHaveValue('12 Tampines Street 83\nSingapore 529684');
});

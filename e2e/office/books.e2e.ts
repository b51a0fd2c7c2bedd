import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { goTo } from '../support/places.ts';
import { openTill, redeem, verdict } from '../support/till.ts';
import { ask, expect, openShop, signIn, test, type World } from '../support/world.ts';

const plain = (text: string | null) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');

/** Ana takes 20.00 and 12.50 and closes her shift; a manager is in front of the page. */
async function afterAShift(page: Page, context: BrowserContext, world: World, name: Parameters<typeof goTo>[1]): Promise<void> {
  await openShop(context, world);
  await openTill(page, world.origin);
  for (const [code, amount] of [
    ['1000000050', '20.00'],
    ['1000000100', '12.50'],
  ] as const) {
    await redeem(page, code, amount);
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    await page.getByRole('button', { name: 'Next voucher' }).click();
  }
  await page.goto(`${world.origin}/shift`);
  await page.getByRole('button', { name: 'Close my shift' }).click();
  await expect(page.getByText('Shift closed. Z report 1.')).toBeVisible();
  await signIn(context, world, 'manager');
  await page.goto(world.origin);
  await goTo(page, name);
}

/** The clocks of the shop, which is in Singapore. */
const shown = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
const csv = (lines: readonly string[]) => ({ name: 'register.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
const tab = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}\\s*\\d`) });

test('a manager chooses the days, confirms the columns of the register’s list, sees both totals, pairs related lines, and explains one with a note', {
  tag: '@main',
}, async ({ page, context, world }) => {
  test.slow();
  await afterAShift(page, context, world, 'Reconcile');
  const at = shown(Date.now());
  const file = csv([
    'Wann;Was;Wieviel;Summe;Welcher;Store',
    `${at};Zahlung;20,00;99,00;0050;1`,
    `${at};Zahlung;13,50;99,00;0100;1`,
    `${at};Zahlung;77,00;99,00;7777;1`,
    `${at};Zahlung;77,00;99,00;7777;1`,
    `${at};Bar;10,00;99,00;;1`,
  ]);
  await expect(page.getByRole('heading', { name: 'Which days does the list cover?' })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  const input = page.getByLabel('A CSV file with one line for each payment');
  await input.setInputFiles(file);
  await expect(page.getByRole('heading', { name: 'Check the columns' })).toBeVisible();
  await expect(page.getByLabel('Shop', { exact: true })).toHaveValue('');
  await page.getByLabel('Amount', { exact: true }).selectOption({ label: 'Wieviel: 20,00' });
  await page.getByLabel('Voucher number').selectOption({ label: 'Welcher: 0050' });
  await page.getByLabel('Date, or date and time').selectOption({ label: `Wann: ${at}` });
  await page.getByLabel('Line type').selectOption({ label: 'Was: Zahlung' });
  await page.getByLabel('Lines marked “Bar”').selectOption('Do not compare');
  const preview = page.getByRole('region', { name: 'The first lines as we read them' });
  await expect.poll(async () => plain(await preview.textContent())).toContain('SGD 13.50');
  await page.getByLabel('Amount format').selectOption('1,234.56');
  await expect(preview.getByText('The amount can’t be read').first()).toBeVisible();
  await page.getByLabel('Amount format').selectOption('1.234,56');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();

  const head = page.getByRole('region', { name: 'register.csv' });
  await expect(head.getByText('Amounts from the column “Wieviel”')).toBeVisible();
  await expect.poll(async () => plain(await head.textContent())).toMatch(/Tillside.*32\.50.*In the file.*187\.50.*Difference.*155\.00/);
  await expect(tab(page, 'Matched')).toHaveText(/1/);
  await expect(tab(page, 'Only in the file')).toHaveText(/3/);
  await expect(tab(page, 'Only in Tillside')).toHaveText(/1/);
  await expect(tab(page, 'Not compared')).toHaveText(/1/);

  await tab(page, 'Only in Tillside').click();
  const ours = page.getByRole('listitem').filter({ hasText: '··0100' });
  await ours.getByText('Note', { exact: true }).first().click();
  await ours.getByRole('checkbox', { name: /13\.50/ }).check();
  await ours.getByLabel('Note').fill('Rounded at the register');
  await ours.getByRole('button', { name: 'Save the note' }).click();
  await expect(page.getByText('1 line with a note is hidden.')).toBeVisible();
  await tab(page, 'Only in the file').click();
  await expect(page.getByText('1 line with a note is hidden.')).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: '··7777' });
  await expect(row).toHaveCount(2);
  await row.first().getByText('Note', { exact: true }).first().click();
  await row.first().getByLabel('Note').fill('Typed by hand at the register');
  await row.first().getByRole('button', { name: 'Save the note' }).click();
  await expect(page.getByText('2 lines with a note are hidden.')).toBeVisible();
  await expect(row).toHaveCount(1);

  await page.reload();
  await page.getByRole('button', { name: 'Next' }).click();
  await input.setInputFiles(file);
  await tab(page, 'Only in the file').click();
  await page.getByRole('checkbox', { name: 'Show those with a note' }).check();
  await expect(page.getByText('Typed by hand at the register').first()).toBeVisible();
  await page.getByRole('button', { name: 'Another file' }).click();
  await input.setInputFiles(csv(['Amount,Date']));
  await expect(page.getByText('The file has no lines below its column names')).toBeVisible();
});

test('a manager sets accounts and classes, prints the statement, and exports closings once', async ({ page, context, world }) => {
  test.slow();
  await afterAShift(page, context, world, 'Accounting export');
  await page.getByRole('button', { name: 'Save the file' }).click();
  await expect(page.getByText('Enter the accounts for these closings first.')).toBeVisible();
  const own = page.getByRole('group', { name: 'Own, multi-purpose (taxed at redemption)' });
  const adviser = page.getByLabel('Tax adviser number');
  await expect(adviser).toHaveCount(0);
  await page.getByLabel('Format', { exact: true }).selectOption('DATEV EXTF 700');
  await adviser.fill('1001');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await booksNow(context, world)).datev.consultant).toBe(1001);
  await page.getByLabel('Format', { exact: true }).selectOption('CSV');
  await expect(adviser).toHaveCount(0);
  await own.getByLabel('Account').fill('1790');
  await page.getByRole('group', { name: 'Clearing account of the register' }).getByLabel('Account').fill('1360');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await booksNow(context, world)).clearing.account).toBe('1360');
  expect((await booksNow(context, world)).datev.consultant, 'settings of another format stay').toBe(1001);
  const kept = await ask(context.request, world, 'PUT', '/api/books', await booksNow(context, world));
  expect(kept?.['usual']).toBe('own-multi');
  await page.reload();
  await expect(page.getByText('Not exported yet')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the file' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain('1790');
  expect(text).toContain('32.50');
  await expect(page.getByText(/^CSV SGD: .*, Mia$/)).toBeVisible();
  await page.getByRole('button', { name: 'Save the file' }).click();
  await expect(page.getByText('There is nothing to export in this period.', { exact: false })).toBeVisible();

  await goTo(page, 'Statement');
  const table = page.getByRole('table');
  await expect.poll(async () => plain(await table.textContent())).toContain('SGD 32.50');
  await expect(table.getByText('1790').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Statement of redeemed vouchers' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print the statement' })).toBeHidden();
});

interface BooksNow {
  readonly clearing: { readonly account: string };
  readonly datev: { readonly consultant: number | null };
}

async function booksNow(context: BrowserContext, world: World): Promise<BooksNow> {
  return (await (await context.request.get(`${world.origin}/api/books`)).json()) as BooksNow;
}

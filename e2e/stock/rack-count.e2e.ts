import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { activate, cardsFrom, heading, openActivate, openStockRoom, paste } from '../support/stock-room.ts';
import { wedge } from '../support/till.ts';
import { keptInDatabases } from '../support/traces.ts';
import { expect, test } from '../support/world.ts';

const count = (page: Page) => page.getByRole('status').filter({ hasText: /counted/ });
const found = (page: Page, finding: string) => page.getByRole('list', { name: finding }).getByRole('listitem');

test.beforeEach(async ({ page, context, world }) => {
  await openStockRoom(context, world);
  await openActivate(page, world.origin);
});

test('a rack is counted card by card, even after a pause, and active cards and foreign codes are listed', async ({ page, world }) => {
  await paste(page, [cardsFrom('000111', 1)]);
  await activate(page, '1 card').click();
  await expect(heading(page, '1 of 1 card')).toBeVisible();
  const [good, next, stolen] = await Promise.all(['000120', '000121', '000111'].map(world.cardRef));
  await page.getByRole('link', { name: 'Rack count' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rack count' })).toBeVisible();
  await wedge(page, good ?? '');
  await expect(count(page)).toContainText('1 card counted');
  await expect(count(page)).toContainText(`Card 1: ··${good?.slice(-4)}Not activated`);
  await wedge(page, good ?? '');
  await expect(count(page)).toContainText(`··${good?.slice(-4)} was counted already, as card 1`);
  await wedge(page, stolen ?? '');
  await wedge(page, 'ZZ987654321');
  await expect(found(page, 'Active but still on the rack')).toHaveText([`Card 2: ··${stolen?.slice(-4)}`]);
  await expect(found(page, 'Not a voucher of this shop')).toHaveText(['Card 3: ··4321']);

  await page.reload();
  await expect(count(page)).toContainText('3 cards counted');
  await wedge(page, stolen ?? '');
  await expect(count(page)).toContainText('was counted already, as card 2');
  await page.getByRole('textbox', { name: 'Card code' }).fill(next ?? '');
  await page.getByRole('button', { name: 'Count card' }).click();
  await expect(count(page)).toContainText('4 cards counted');

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.split('\r\n').map((line) => line.split(',').slice(0, 4).toSpliced(1, 1).join())).toEqual([
    '\uFEFFnumber,finding,status',
    '1,As expected,Not activated',
    '2,Active but still on the rack,Active',
    '3,Not a voucher of this shop,Not a voucher of this shop',
    '4,As expected,Not activated',
    '',
  ]);
  const kept = `${csv}${await keptInDatabases(page)}`;
  for (const ref of [good, next, stolen]) expect(kept).not.toContain(ref);
  const exportForSpreadsheets = page.getByRole('button', { name: 'Export for spreadsheets' });
  const [sheet] = await Promise.all([page.waitForEvent('download'), exportForSpreadsheets.click()]);
  expect(await readFile(await sheet.path(), 'utf8')).toContain(`\r\n1,"=""${good?.slice(-4)}""",As expected,`);

  await page.getByRole('button', { name: 'Start a new count' }).click();
  await page.getByRole('button', { name: 'Delete and start again' }).click();
  await expect(count(page)).toContainText('0 cards counted');
});

test('cards that could not be looked up wait, and are looked up once the server answers again', async ({ page, context, world }) => {
  const [first, second] = await Promise.all(['000120', '000121'].map(world.cardRef));
  await page.getByRole('link', { name: 'Rack count' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rack count' })).toBeVisible();
  await context.route('**/api/cards/check', (route) => route.abort());
  await wedge(page, first ?? '');
  await wedge(page, second ?? '');
  await expect(count(page)).toContainText('2 cards counted');
  await expect(found(page, 'Not checked yet')).toHaveCount(2);
  await context.unroute('**/api/cards/check');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(found(page, 'Not checked yet')).toHaveCount(0);
  await page.getByRole('button', { name: 'Finish the count' }).click();
  await expect(page.getByText('Every card on this rack is as expected.')).toBeVisible();
});

test('cards stay unchecked while the issuer is silent, even in a second window, and are checked afterwards', async ({
  page,
  context,
  world,
}) => {
  const [first, second] = await Promise.all(['000111', '000121'].map(world.cardRef));
  await context.route('**/api/cards/check', async (route) => {
    const response = await route.fetch();
    const silent = { status: 'unknown', rawStatus: null, source: null, refusal: null };
    await route.fulfill({ response, json: { ...(await response.json()), ...silent } });
  });
  await page.getByRole('link', { name: 'Rack count' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rack count' })).toBeVisible();
  await wedge(page, first ?? '');
  await expect(page.getByText('The issuer does not answer right now.')).toBeVisible();
  await expect(found(page, 'Not checked yet')).toHaveText([`Card 1: ··${first?.slice(-4)}`]);
  await expect(page.getByText('Can’t be sold')).toHaveCount(0);
  await page.getByRole('button', { name: 'Finish the count' }).click();
  await expect(page.getByText('1 card is not checked yet. The count is not complete.')).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(await readFile(await download.path(), 'utf8')).toContain('\r\n,,Not checked yet,1,,\r\n');

  await context.unroute('**/api/cards/check');
  const window = await context.newPage();
  await window.goto(page.url());
  await expect(count(window)).toContainText('1 card counted');
  await wedge(window, second ?? '');
  await expect(count(window)).toContainText('2 cards counted');
  await expect(count(page)).toContainText('2 cards counted');
  await wedge(page, first ?? '');
  await expect(found(page, 'Not checked yet')).toHaveCount(0);

  await window.goto(`${world.origin}/activate`);
  await paste(window, [cardsFrom('000111', 1)]);
  await activate(window, '1 card').click();
  await expect(heading(window, '1 of 1 card')).toBeVisible();
  await page.getByRole('button', { name: 'Finish the count' }).click();
  await expect(found(page, 'Active but still on the rack')).toHaveText([`Card 1: ··${first?.slice(-4)}`]);
  await expect(page.getByText('1 card could not be checked again.')).toBeVisible();
});

import type { Page } from '@playwright/test';
import { faultsOf } from '../support/audit.ts';
import {
  activate,
  booked,
  cardsFrom,
  certificate,
  heading,
  listFile,
  openActivate,
  openStockRoom,
  paste,
  seedStriking,
} from '../support/stock-room.ts';
import { wedge } from '../support/till.ts';
import { expect, PEOPLE, test } from '../support/world.ts';

const first = (page: Page) => page.getByRole('textbox', { name: 'First number' });
const last = (page: Page) => page.getByRole('textbox', { name: 'Last number' });
const count = (page: Page) => page.getByRole('textbox', { name: 'Number of cards counted' });

test.beforeEach(async ({ page, context, world }) => {
  test.slow();
  await openStockRoom(context, world);
  await openActivate(page, world.origin);
});

test('fifty cards are scanned, counted by hand and activated, and the scanner’s Enter does not press a button', async ({ page, world }) => {
  await count(page).focus();
  await wedge(page, '000101');
  await expect(first(page)).toHaveValue('000101');
  await wedge(page, '000150');
  await expect(last(page)).toHaveValue('000150');
  await expect(count(page)).toHaveValue('');
  await expect(page.getByText('50 cards').first()).toBeVisible();
  await expect(page.getByText('000101 to 000150').first()).toBeVisible();

  await count(page).fill('49');
  await expect(page.getByText(/^You counted/)).toHaveCount(0);
  await count(page).press('Enter');
  await expect(count(page)).toBeFocused();
  await expect(page.getByText('You counted 49, but these numbers cover 50 cards.')).toBeVisible();
  await expect(activate(page, '50 cards')).toBeDisabled();
  await wedge(page, '000160');
  await expect(last(page)).toHaveValue('000150');
  await expect(page.getByText('You have the first and last number.')).toBeVisible();
  expect(await booked(world, cardsFrom('000101', 50))).toEqual(new Set(['Inactive']));

  await count(page).fill('50');
  await activate(page, '50 cards').click();
  await expect(heading(page, '50 of 50 cards are active')).toBeVisible();
  await expect(certificate(page).getByText(/Issuer’s reference: \d+/)).toBeVisible();
  await expect(certificate(page).getByText('Sam, Till 1')).toBeVisible();
  expect(await booked(world, cardsFrom('000101', 50))).toEqual(new Set(['Active']));
  expect(await booked(world, cardsFrom('000151', 450))).toEqual(new Set(['Inactive']));
});

test('invalid ranges are refused with the reason', async ({ page }) => {
  for (const [from, to, words] of [
    ['000150', '000101', 'The first number is higher than the last one.'],
    ['101', '000150', 'Both numbers must have the same length, including leading zeros.'],
    ['00A101', '000150', 'A sequence number contains only digits.'],
    ['000101', '900000', 'That is too many cards for one range.'],
  ] as const) {
    await first(page).fill(from);
    await last(page).fill(to);
    await expect(page.getByText(words)).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Add to list' })).toBeDisabled();
});

test('a range that the issuer refuses is halved until all cards but the bad one are active', async ({ page, world }) => {
  await paste(page, [cardsFrom('000596', 9)]);
  await activate(page, '9 cards').click();
  await expect(page.getByText('The issuer activated none of these 9 cards.')).toBeVisible({ timeout: 30_000 });
  expect.soft(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Find the card that can’t be activated' }).click();
  await expect(page.getByText('8 active. Keep 000604 apart: not activated.')).toBeVisible({ timeout: 30_000 });
  await expect(heading(page, '8 of 9 cards are active')).toBeVisible();
  const aside = certificate(page).getByRole('listitem').filter({ hasText: 'Not activated, kept apart' });
  await expect(aside).toHaveCount(1);
  await expect(aside).toContainText('000604');
  await expect(certificate(page).getByText('Split in two')).toHaveCount(0);
  expect.soft(await faultsOf(page)).toEqual([]);
  expect(await booked(world, cardsFrom('000596', 8))).toEqual(new Set(['Active']));
  expect(await booked(world, cardsFrom('000604', 1))).toEqual(new Set(['Trashed']));
});

test('a range with a lost answer stays unknown after a reload, and a person sends it again', async ({ page, world }) => {
  const ranges = [101, 111, 121, 131, 141].map((from) => cardsFrom(`000${from}`, 10));
  await paste(page, ranges);
  await world.strike('dropAfterCommit', { share: 0.5, seed: seedStriking(2, 5, 0.5) });
  await activate(page, '50 cards').click();
  const rows = certificate(page).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Not confirmed' })).toHaveCount(1);
  await expect(rows.nth(2)).toContainText('000121 to 000130');
  await expect(rows.nth(2)).toContainText('Not confirmed');
  await expect(heading(page, '40 of 50 cards are active')).toBeVisible();
  await world.strike(null);
  await page.reload();
  await expect(rows.nth(2)).toContainText('The response was lost.');
  await expect(page.getByText('Not confirmed: 10 cards · 000121 to 000130')).toBeVisible();
  await page.getByRole('button', { name: 'Send 000121 to 000130 again' }).click();
  await expect(heading(page, '50 of 50 cards are active')).toBeVisible();
  for (const range of ranges) expect(await booked(world, range)).toEqual(new Set(['Active']));
  expect(await booked(world, cardsFrom('000151', 100))).toEqual(new Set(['Inactive']));
});

test.describe('a slow issuer', () => {
  test.use({ settings: { SANDBOX_LATE_ANSWER_MS: '900', UPSTREAM_TIMEOUT_MS: '5000' } });

  test('unsent ranges wait after the server was killed, and are activated when a person resumes', async ({ page, world }) => {
    const ranges = [201, 211, 221, 231, 241].map((from) => cardsFrom(`000${from}`, 10));
    await paste(page, ranges);
    await world.strike('lateAnswer');
    await activate(page, '50 cards').click();
    await expect(heading(page, '10 of 50 cards are active')).toBeVisible();
    await world.killServer();
    await world.strike(null);
    await world.startServer();
    await expect(page.getByText('The server stopped.')).toBeVisible();
    const rows = certificate(page).getByRole('listitem');
    await expect(rows.filter({ hasText: 'Not confirmed' })).toHaveCount(1);
    await expect(rows.filter({ hasText: 'Waiting' }).first()).toBeVisible();
    await page.getByRole('button', { name: /^Continue: / }).click();
    await expect(heading(page, '40 of 50 cards are active')).toBeVisible();
    await page.getByRole('button', { name: /^Send .* again$/ }).click();
    await expect(heading(page, '50 of 50 cards are active')).toBeVisible();
    for (const range of ranges) expect(await booked(world, range)).toEqual(new Set(['Active']));
  });

  test('an activation stops after the current range, and can be resumed', async ({ page, world }) => {
    await paste(
      page,
      [301, 311, 321].map((from) => cardsFrom(`000${from}`, 10)),
    );
    await world.strike('lateAnswer');
    await activate(page, '30 cards').click();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(page.getByText('Stopped. Unsent cards stay on the list.')).toBeVisible();
    expect(await booked(world, cardsFrom('000321', 10))).toEqual(new Set(['Inactive']));
    await world.strike(null);
    await page.getByRole('button', { name: /^Continue: / }).click();
    await expect(heading(page, '30 of 30 cards are active')).toBeVisible();
    expect(await booked(world, cardsFrom('000301', 30))).toEqual(new Set(['Active']));
  });

  test('a reload continues to follow an activation in progress, and does not send it again', async ({ page, world }) => {
    await paste(page, [cardsFrom('000401', 10), cardsFrom('000411', 10)]);
    await world.strike('lateAnswer');
    const puts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') puts.push(request.url());
    });
    await activate(page, '20 cards').click();
    await expect.poll(() => booked(world, cardsFrom('000401', 10))).toEqual(new Set(['Active']));
    await page.reload();
    await expect(heading(page, '20 of 20 cards are active')).toBeVisible();
    expect(puts).toHaveLength(1);
    await page.getByRole('link', { name: 'Activate more cards' }).click();
    await expect(page.getByText('The list is empty.')).toBeVisible();
    await expect(page.getByRole('link', { name: /20 cards · 2 ranges/ })).toBeVisible();
  });
});

test('cards that are in two ranges, or were activated here before, are listed', async ({ page, world }) => {
  await paste(page, [cardsFrom('000101', 10)]);
  await activate(page, '10 cards').click();
  await expect(heading(page, '10 of 10 cards are active')).toBeVisible();
  await page.getByRole('link', { name: 'Activate more cards' }).click();

  await paste(page, [cardsFrom('000201', 10), cardsFrom('000210', 5)]);
  await expect(page.getByText('Some of these cards are already in 000201 to 000210.')).toBeVisible();
  await expect(activate(page, '14 cards')).toBeDisabled();
  await page.getByRole('button', { name: 'Remove 000210 to 000214 from the list' }).click();
  await paste(page, [cardsFrom('000110', 5)]);
  await activate(page, '15 cards').click();
  await expect(page.getByText(/^Sam already requested the activation of 000101 to 000110 on /)).toBeVisible();
  expect(await booked(world, cardsFrom('000201', 10))).toEqual(new Set(['Inactive']));
  await page.getByRole('button', { name: 'Remove 000110 to 000114 from the list' }).click();
  await activate(page, '10 cards').click();
  await expect(heading(page, '10 of 10 cards are active')).toBeVisible();
  expect(await booked(world, cardsFrom('000201', 10))).toEqual(new Set(['Active']));
});

test('a file with a heading is read, uncounted ranges are counted by hand, and many cards need the PIN again', async ({ page, world }) => {
  await page.getByRole('button', { name: 'Import a list' }).click();
  await page
    .getByLabel('Open a file (CSV or text)')
    .setInputFiles(listFile('\uFEFFfirst;last;cards\r\n"000101";"000180";80\r\n000181;000240\r\nthree more\r\n'));
  await expect(page.getByText('Line 4 could not be read.')).toBeVisible();
  const list = page.getByRole('region', { name: 'Ranges to activate' });
  await expect(activate(page, '140 cards')).toBeDisabled();
  await list.getByRole('textbox', { name: 'Number of cards counted' }).fill('60');
  await list.getByLabel('Your PIN').fill('112358');
  await activate(page, '140 cards').click();
  await expect(page.getByText('Wrong PIN. 9 attempts left.')).toBeVisible();
  await expect(list.getByLabel('Your PIN')).toHaveValue('');
  expect(await booked(world, cardsFrom('000101', 140))).toEqual(new Set(['Inactive']));
  await list.getByLabel('Your PIN').fill(PEOPLE.stock.pin);
  await activate(page, '140 cards').click();
  await expect(heading(page, '140 of 140 cards are active')).toBeVisible();
  expect(await booked(world, cardsFrom('000101', 140))).toEqual(new Set(['Active']));
});

test('a button moved by a message about the count still receives the press', async ({ page }) => {
  for (const [counted, words] of [
    ['49', 'You counted 49, but these numbers cover 50 cards.'],
    ['50', 'The count matches.'],
  ] as const) {
    await first(page).fill('000101');
    await last(page).fill('000150');
    await count(page).fill(counted);
    await page.getByRole('button', { name: 'Import a list' }).click();
    await expect(page.getByRole('dialog', { name: 'Import a list of ranges' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText(words)).toBeVisible();
  }
  await count(page).fill('50');
  await page.getByRole('button', { name: 'Add to list' }).click();
  await expect(first(page)).toHaveValue('');
  await expect(first(page)).toBeFocused();
});

test('a wrong count is reported when its field is left, keeps the focus, and blocks the activation', async ({ page }) => {
  await page.getByRole('button', { name: 'Import a list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a list of ranges' });
  await dialog.getByRole('textbox', { name: 'List' }).fill('000101, 000106\n000201, 000204');
  await dialog.getByRole('button', { name: 'Add to list' }).click();
  const list = page.getByRole('region', { name: 'Ranges to activate' });
  const counts = list.getByRole('textbox', { name: 'Number of cards counted' });
  await counts.first().pressSequentially('61');
  await expect(counts.first()).toHaveValue('61');
  await expect(counts.first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(list.getByText('You counted 61, but these numbers cover 6 cards.')).toBeVisible();
  await counts.first().fill('6');
  await page.keyboard.press('Enter');
  await expect(list.getByText('The count matches.')).toBeVisible();
  await expect(counts.nth(1)).toBeFocused();
  const ring = await counts.nth(1).evaluate((field) => {
    const box = (field.closest('ul') ?? field).getBoundingClientRect();
    const own = field.getBoundingClientRect();
    const { outlineWidth, outlineOffset } = getComputedStyle(field);
    const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset);
    return { left: own.left - reach - box.left, right: box.right - own.right - reach };
  });
  expect(Math.min(ring.left, ring.right)).toBeGreaterThanOrEqual(0);
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect(activate(page, '10 cards')).toBeDisabled();
  await list.getByRole('button', { name: 'Remove 000201 to 000204 from the list' }).click();
  await expect(activate(page, '6 cards')).toBeEnabled();
  await expect(list.getByRole('button', { name: 'Remove 000101 to 000106 from the list' })).toBeFocused();
});

test('in card by card mode, each scan activates one card and shows its outcome', async ({ page, world }) => {
  await page.getByRole('radio', { name: 'One by one' }).check();
  await wedge(page, '000501');
  await wedge(page, '000502');
  await wedge(page, '000604');
  const cards = page.getByRole('list', { name: 'Cards in this batch' }).getByRole('listitem');
  await expect(cards.filter({ hasText: '000501' })).toContainText('Active');
  await expect(cards.filter({ hasText: '000502' })).toContainText('Active');
  await expect(cards.filter({ hasText: '000604' })).toContainText('Issuer’s message: Cancelled');
  const books = await world.cards();
  expect(['000501', '000502', '000503'].map((card) => books.get(card))).toEqual(['Active', 'Active', 'Inactive']);
});

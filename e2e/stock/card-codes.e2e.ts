import { activate, booked, cardsFrom, heading, openActivate, openStockRoom, paste } from '../support/stock-room.ts';
import { wedge } from '../support/till.ts';
import { expect, test } from '../support/world.ts';

const QUESTION = /^The number ending in \d{4} may be the card’s secret code/;
const THAT_IS_THE_CODE = 'That is the card’s secret code. Use the sequence number printed on the card (6 digits).';

test.beforeEach(async ({ page, context, world }) => {
  await openStockRoom(context, world);
  await openActivate(page, world.origin);
});

test('a card’s code in a range needs confirmation, until the number length is known, and is never listed', async ({ page, world }) => {
  const code = await world.cardRef('000101');
  const first = page.getByRole('textbox', { name: 'First number' });
  const last = page.getByRole('textbox', { name: 'Last number' });
  await wedge(page, code);
  await expect(page.getByText(QUESTION)).toBeVisible();
  await expect(first).toHaveValue('');
  await wedge(page, '000101');
  await expect(first).toHaveValue('000101');
  await wedge(page, await world.cardRef('000110'));
  await expect(page.getByText(THAT_IS_THE_CODE)).toBeVisible();
  await expect(last).toHaveValue('');
  await wedge(page, '000110');
  await page.getByRole('textbox', { name: 'Number of cards counted' }).fill('10');
  await activate(page, '10 cards').click();
  await expect(heading(page, '10 of 10 cards are active')).toBeVisible();
  expect(await booked(world, cardsFrom('000101', 10))).toEqual(new Set(['Active']));
  expect(world.log()).not.toContain(code);
});

test('a card’s code is never sent in card by card mode, even if a person confirms it as a number', async ({ page, world }) => {
  const code = await world.cardRef('000501');
  await page.getByRole('radio', { name: 'One by one' }).check();
  const puts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(request.url());
  });
  await wedge(page, code);
  await expect(page.getByText(QUESTION)).toBeVisible();
  expect(puts).toEqual([]);
  await page.getByRole('button', { name: 'Yes, it is the sequence number' }).click();
  const cards = page.getByRole('list', { name: 'Cards in this batch' }).getByRole('listitem');
  await expect(cards.filter({ hasText: `··${code.slice(-4)}` })).toContainText('Activate cards by their sequence number.');
  await expect(page.getByText(code)).toHaveCount(0);
  await wedge(page, '000501');
  await expect(cards.filter({ hasText: '000501' })).toContainText('Active');
  expect(await booked(world, cardsFrom('000502', 10))).toEqual(new Set(['Inactive']));
  await page.reload();
  const latest = page.getByRole('region', { name: 'My latest activations' });
  await expect(latest.getByRole('link')).toHaveCount(1);
  await expect(page.getByText(code)).toHaveCount(0);
});

test('a link and a code with letters are not accepted as sequence numbers', async ({ page }) => {
  for (const code of ['SG1234567890', 'https://vouchers.example/v/3f1c9a52-7a1e-4b6f-9a39-6d7f0a1f2b3c']) {
    await wedge(page, code);
    await expect(page.getByText(/^That is the card’s secret code\./)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Yes, it is the sequence number' })).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Last number' }).fill('1');
    await expect(page.getByText(/^That is the card’s secret code\./)).toHaveCount(0);
    await page.getByRole('button', { name: 'Start over' }).click();
  }
});

test('a pasted list with a card’s code cannot be sent, and shows only four characters of the code', async ({ page, world }) => {
  const code = await world.cardRef('000201');
  await paste(page, [cardsFrom('000201', 10), { start: code, end: code, count: 1 }]);
  await expect(page.getByRole('region', { name: 'Ranges to activate' })).toContainText(`··${code.slice(-4)}`);
  await expect(page.getByText(code)).toHaveCount(0);
  await expect(activate(page, '11 cards')).toBeDisabled();
  await page.getByRole('button', { name: `Remove ··${code.slice(-4)} from the list` }).click();
  await activate(page, '10 cards').click();
  await expect(heading(page, '10 of 10 cards are active')).toBeVisible();
});

import type { Page } from '@playwright/test';
import { faultsIn } from '../support/guises.ts';
import { goTo } from '../support/places.ts';
import { choose, expectSale, test } from '../support/shop-window.ts';
import { activate, openActivate, openStockRoom, paste } from '../support/stock-room.ts';
import { wedge } from '../support/till.ts';
import { ask, expect, openShop, PEOPLE, signIn } from '../support/world.ts';

const NOTICE = 'Nobody honest is paid with vouchers';
const form = (page: Page) => page.getByRole('region', { name: 'Scam protection' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const questions = (page: Page) => page.getByRole('dialog', { name: 'Two questions for the customer' });

test('a sale above the limit needs two answers from the customer, and any yes stops it', async ({ page, context, world, issuer, sold }) => {
  test.slow();
  await openShop(context, world);
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/today`);
  await goTo(page, 'Limits');
  await page.getByText('Customize').click();
  await form(page).getByLabel('Ask the customer two questions above (SGD). Leave empty to turn off').fill('lots');
  await save(page).click();
  await expect(form(page).getByText('Enter an amount, such as 12.50.')).toBeVisible();
  await form(page).getByLabel('Ask the customer two questions above (SGD). Leave empty to turn off').fill('9.99');
  await form(page).getByLabel('Show a notice at the till').check();
  await form(page).getByLabel('Your own notice').fill(NOTICE);
  await save(page).click();
  await expect(page.getByText('Saved. These limits apply now.')).toBeVisible();
  expect.soft(await faultsIn(page, 'limits', { language: 'ta', colorScheme: 'dark', largeLetters: true })).toEqual([]);

  await signIn(context, world, 'cashier');
  const display = await context.newPage();
  await display.goto(`${world.origin}/display`);
  await expect(display.getByText(NOTICE)).toBeVisible();
  expect.soft(await faultsIn(display, 'display', { language: 'zh', colorScheme: 'dark', largeLetters: true })).toEqual([]);
  await display.close();

  await choose(page, world, '$10 Sample Voucher');
  await expect(page.getByText(NOTICE)).toBeVisible();
  const issue = page.getByRole('button', { name: /^Issue 1 voucher/ });
  const askFirst = page.getByRole('button', { name: 'Ask the customer two questions' });
  await expect(page.getByText('Collect payment first.', { exact: false })).toHaveCount(0);
  await askFirst.click();
  await expect(questions(page).getByText('Are you on the phone with someone right now?')).toBeFocused();
  expect.soft(await faultsIn(page, 'question', { language: 'fr', colorScheme: 'dark', largeLetters: true })).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(questions(page).getByText('Question 1 of 2')).toBeVisible();
  await questions(page).getByRole('button', { name: 'No' }).click();
  await expect(questions(page).getByText('Has anyone told you to pay with this voucher?')).toBeFocused();
  await questions(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('heading', { name: 'Not sold' })).toBeFocused();
  expect.soft(await faultsIn(page, 'not sold', { language: 'ta', colorScheme: 'light', largeLetters: true })).toEqual([]);
  expect([issuer.asked, await sold()]).toEqual([[], []]);

  await page.getByRole('button', { name: 'Back to the catalogue' }).click();
  await page.getByRole('button', { name: '$10 Sample Voucher' }).first().click();
  await askFirst.click();
  for (const number of ['1', '2']) {
    await expect(questions(page).getByText(`Question ${number} of 2`)).toBeVisible();
    await questions(page).getByRole('button', { name: 'No' }).click();
  }
  await expect(page.getByText('Collect payment first.', { exact: false })).toBeVisible();
  await issue.click();
  await expectSale(page, '1 voucher issued');
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('[data-paper] article').first()).toContainText(NOTICE);

  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/today`);
  await goTo(page, 'Audit trail');
  const rows = page.getByRole('row');
  await expect(rows.filter({ hasText: 'Stopped: possible phone scam' })).toContainText(PEOPLE.cashier.name);
  const sale = rows.filter({ hasText: 'Sale started' });
  await expect(sale).toContainText(`notice shown: “${NOTICE}”`);
  await expect(sale).toContainText('answered no to both questions');
});

test('a card whose printed digits do not match is not activated, and many cards need a manager’s PIN', async ({ page, context, world }) => {
  test.slow();
  await openStockRoom(context, world);
  await signIn(context, world, 'manager');
  const safeSale = { questionsAbove: null, notice: false, noticeText: '', stopText: '', lastFour: true };
  await ask(context.request, world, 'PUT', '/api/settings', { safeSale, saleLimits: { cards: { above: 9, way: 'second-person' } } });
  await signIn(context, world, 'stock');
  await openActivate(page, world.origin);
  await page.getByRole('radio', { name: 'One by one' }).check();
  const printed = page.getByLabel('Last four digits printed on the card');
  const cards = page.getByRole('list', { name: 'Cards in this batch' }).getByRole('listitem');
  await wedge(page, '000101');
  await expect(printed).toBeFocused();
  expect.soft(await faultsIn(page, 'printed digits', { language: 'ta', colorScheme: 'dark', largeLetters: true })).toEqual([]);
  await printed.fill('0199');
  await expect(cards.first()).toContainText('Put the card aside and tell a manager');
  const before = await world.cards();
  expect(before.get('000101')).not.toBe('Active');
  await wedge(page, '000102');
  await printed.fill('0102');
  await expect(cards.first()).toContainText('000102');
  await expect.poll(async () => (await world.cards()).get('000102')).toBe('Active');

  await page.getByRole('radio', { name: 'Ranges' }).check();
  const list = async () => {
    await paste(page, [{ start: '000201', end: '000210', count: 10 }]);
    await activate(page, '10 cards').click();
  };
  await list();
  const guard = page.getByRole('dialog', { name: 'Did someone ask for this by phone?' });
  await expect(guard).toContainText('Head office, the issuer and IT never ask for this by phone.');
  expect.soft(await faultsIn(page, 'guard', { language: 'ta', colorScheme: 'dark', largeLetters: true })).toEqual([]);
  expect.soft(await faultsIn(page, 'guard', { language: 'zh', colorScheme: 'light', largeLetters: false })).toEqual([]);
  await guard.getByRole('button', { name: 'Yes: stop' }).click();
  await expect(guard).toHaveCount(0);
  await activate(page, '10 cards').click();
  await guard.getByRole('button', { name: 'No, not by phone' }).click();
  await guard.getByLabel(`PIN for ${PEOPLE.manager.name}`).fill(PEOPLE.manager.pin);
  await expect.poll(async () => (await world.cards()).get('000210')).toBe('Active');
  expect((await world.cards()).get('000101')).toBe(before.get('000101'));

  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/today`);
  await goTo(page, 'Exceptions');
  const row = page.getByRole('list', { name: 'To review' }).getByRole('listitem').first();
  await expect(row).toContainText(`Cards set aside because their number and code differ: 1 (by ${PEOPLE.stock.name})`);
  await row.getByText('Lines: 1').click();
  await expect(row.getByRole('table')).toContainText('000101');
  await expect(row.getByRole('table')).toContainText('on the card ··0199');
});

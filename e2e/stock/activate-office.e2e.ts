import type { BrowserContext, Page } from '@playwright/test';
import { readQr } from '../support/read-qr.ts';
import { activate, booked, cardsFrom, certificate, heading, openActivate, openStockRoom, paste } from '../support/stock-room.ts';
import { wedge } from '../support/till.ts';
import { expect, joinShop, PEOPLE, signIn, test, type World } from '../support/world.ts';

/* Cards that are looked at, taken back, and very many. */

test.beforeEach(async ({ page, context, world }) => {
  test.slow();
  await openStockRoom(context, world);
  await openActivate(page, world.origin);
});

test('a card is checked before and after an activation, and the certificate lists it without a code', async ({ page, world }) => {
  const ref = await world.cardRef('000120');
  const check = async (words: string, question?: string) => {
    await page.getByRole('button', { name: 'Look up a card' }).click();
    await expect(page.getByRole('dialog', { name: 'Look up a card' })).toBeVisible();
    await wedge(page, ref);
    // No number was listed yet, so ten digits may be either.
    if (question !== undefined) await page.getByRole('button', { name: question }).click();
    await expect(page.getByText(words)).toBeVisible();
    await page.keyboard.press('Escape');
  };
  await check('Not active yet, as expected before activation.', 'No, it is the secret code');
  await paste(page, [cardsFrom('000111', 20)]);
  await activate(page, '20 cards').click();
  await expect(heading(page, '20 of 20 cards are active')).toBeVisible();
  await check('Active, as expected.');
  await expect(certificate(page).getByText(new RegExp(`··${ref.slice(-4)}: Not activated, before, `))).toBeVisible();
  await expect(certificate(page).getByText(new RegExp(`··${ref.slice(-4)}: Active, after, `))).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden();
  await expect(certificate(page)).toBeVisible();
  expect(await page.locator('body').innerText()).not.toContain(ref);
});

test.describe('a manager', () => {
  const reason = 'Stolen from the shelf';
  const takeBack = async (page: Page, span: string) => {
    await page.getByRole('button', { name: `Deactivate ${span}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Deactivate these cards?' });
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
  };
  const asManager = async (page: Page, context: BrowserContext, world: World) => {
    await signIn(context, world, 'manager');
    await page.reload();
  };

  test('deactivates a range, and a lost answer stays unknown until the request is sent again', async ({ page, context, world }) => {
    await paste(page, [cardsFrom('000101', 10), cardsFrom('000111', 10)]);
    await activate(page, '20 cards').click();
    await expect(heading(page, '20 of 20 cards are active')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Deactivate/ })).toHaveCount(0);
    await asManager(page, context, world);
    await takeBack(page, '000101 to 000110');
    const rows = certificate(page).getByRole('listitem');
    await expect(rows.first()).toContainText('Deactivated');
    await expect(rows.first()).toContainText(`Mia, `);
    await expect(rows.first()).toContainText(reason);
    expect(await booked(world, cardsFrom('000101', 10))).toEqual(new Set(['Inactive']));

    await world.strike('dropBeforeCommit');
    await takeBack(page, '000111 to 000120');
    await expect(rows.nth(1)).toContainText('Deactivation not confirmed');
    await world.strike(null);
    await page.reload();
    await expect(rows.nth(1)).toContainText('Deactivation not confirmed');
    expect(await booked(world, cardsFrom('000111', 10))).toEqual(new Set(['Active']));
    await takeBack(page, '000111 to 000120');
    await expect(rows.nth(1).getByText('Deactivated', { exact: true })).toBeVisible();
    expect(await booked(world, cardsFrom('000111', 10))).toEqual(new Set(['Inactive']));
  });

  test('a manager deactivates cards on another device, and all devices show the same state', async ({ page, context, browser, world }) => {
    await paste(page, [cardsFrom('000101', 50)]);
    await activate(page, '50 cards').click();
    await expect(heading(page, '50 of 50 cards are active')).toBeVisible();
    await expect(page.getByText(/^Wrong cards\? A manager can deactivate them/)).toBeVisible();
    expect(await readQr(page.getByRole('img', { name: /^QR code that opens this activation/ }))).toBe(page.url());

    const office = await browser.newContext();
    await joinShop(context, office, world, 'manager');
    const desk = await office.newPage();
    await desk.goto(`${world.origin}/transactions`);
    await desk.getByRole('button', { name: /^Open Activation, 50 cards, 000101–000150/ }).click();
    await desk.getByRole('dialog', { name: 'Transaction' }).getByRole('link', { name: 'Open the activation' }).click();
    await expect(heading(desk, '50 of 50 cards are active')).toBeVisible();
    await desk.getByRole('link', { name: 'Activate more cards' }).click();
    const latest = desk.getByRole('region', { name: 'Everyone’s latest activations' });
    await latest.getByRole('link', { name: /50 cards · 000101 to 000150.*Sam/ }).click();
    await takeBack(desk, '000101 to 000150');
    await expect(desk.getByText('All of these cards were deactivated.')).toBeVisible();
    await expect(desk.getByText('Deactivated: 50 cards · 000101 to 000150')).toBeVisible();
    expect(await booked(world, cardsFrom('000101', 50))).toEqual(new Set(['Inactive']));

    await desk.goto(`${world.origin}/transactions`);
    const line = desk.getByRole('row').filter({ hasText: '50 cards' });
    await expect(line).toContainText('Deactivated');
    await expect(line).not.toContainText('Declined');
    await desk.goto(`${world.origin}/audit`);
    const told = desk.getByRole('row').filter({ hasText: 'Cards deactivated' });
    await expect(told).toHaveCount(1);
    await expect(told).toContainText('Mia');
    await expect(told).toContainText('50 cards · 000101–000150 · for Sam');
    await expect(desk.getByRole('row').filter({ hasText: 'Deactivation started' })).toHaveCount(0);
    await expect(desk.getByRole('row').filter({ hasText: 'Activation started' })).toContainText('000101–000150');
    await told.getByRole('link').click();
    await expect(desk.getByText('All of these cards were deactivated.')).toBeVisible();
    await office.close();
  });

  test('cards with an unknown state are sent again from their case, which then closes', async ({ page, context, world }) => {
    await world.strike('dropAfterCommit');
    await paste(page, [cardsFrom('000101', 10)]);
    await activate(page, '10 cards').click();
    await expect(page.getByText('The response was lost.')).toBeVisible();
    await world.strike(null);
    await signIn(context, world, 'manager');
    await page.goto(`${world.origin}/today`);
    const unknown = page.getByRole('article', { name: 'Activation' });
    await expect(unknown).toContainText('10 cards, 000101 to 000110');
    await expect(unknown).not.toContainText('no way to check this');
    await unknown.getByRole('link', { name: 'Open the activation' }).click();
    await expect(page.getByRole('button', { name: 'Send 000101 to 000110 again' })).toBeVisible();
    await page.goBack();
    await unknown.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('Sent again: these cards are active.')).toBeVisible();
    await expect(page.getByText('All clear')).toBeVisible();
    expect(await booked(world, cardsFrom('000101', 10))).toEqual(new Set(['Active']));
  });

  test('a manager who checked the cards of an unknown range records that they are active', async ({ page, context, world }) => {
    await world.strike('dropAfterCommit');
    await paste(page, [cardsFrom('000101', 10)]);
    await activate(page, '10 cards').click();
    await expect(page.getByText('The response was lost.')).toBeVisible();
    await world.strike(null);
    await signIn(context, world, 'manager');
    await page.goto(`${world.origin}/today`);
    const unknown = page.getByRole('article', { name: 'Activation' });
    const address = await unknown.getByRole('link', { name: 'Open the activation' }).getAttribute('href');
    await unknown.getByRole('button', { name: 'Record what you found' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record what you found' });
    await dialog.getByRole('group', { name: 'Are these cards active?' }).getByRole('radio', { name: 'Active', exact: true }).check();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Card 000101 is active');
    await dialog.getByRole('button', { name: 'Record what you found' }).click();
    await expect(page.getByText('All clear')).toBeVisible();
    await page.goto(`${world.origin}${address}`);
    await expect(certificate(page)).toContainText('10 of 10 cards are active');
    await expect(certificate(page)).toContainText('Active, checked by a manager');
    await expect(certificate(page)).toContainText(/Decided by Mia, .*: Card 000101 is active/);
  });

  test('sets the number of cards above which a PIN is required', async ({ page, context, world }) => {
    await asManager(page, context, world);
    await page.goto(`${world.origin}/activate`);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('spinbutton', { name: 'Ask for PIN above (cards)' }).fill('5');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('PIN required above 5 cards')).toBeVisible();
    await paste(page, [cardsFrom('000101', 6)]);
    await expect(page.getByLabel('Your PIN')).toBeVisible();
  });
});

test.describe('ten thousand cards', () => {
  test.use({ settings: { SANDBOX_CARDS: '10000', SANDBOX_LATE_ANSWER_MS: '400', UPSTREAM_TIMEOUT_MS: '20000' } });

  test('show progress, do not slow down the page, and are all activated', async ({ page, world }) => {
    const ranges = Array.from({ length: 10 }, (_, index) => cardsFrom(String(1001 + index * 1000).padStart(6, '0'), 1_000));
    await paste(page, ranges);
    await page.getByLabel('Your PIN').fill(PEOPLE.stock.pin);
    await world.strike('lateAnswer');
    await activate(page, '10,000 cards').click();
    const bar = page.getByRole('progressbar');
    await expect(bar).toBeVisible();
    const seen = new Set<number>();
    await expect
      .poll(
        async () => {
          const before = Date.now();
          const value = await bar.evaluate((element) => (element instanceof HTMLProgressElement ? element.value : -1));
          expect(Date.now() - before).toBeLessThan(3_000);
          seen.add(value);
          return value;
        },
        { timeout: 60_000, intervals: [200] },
      )
      .toBe(10_000);
    expect(seen.size).toBeGreaterThan(3);
    await expect(heading(page, '10,000 of 10,000 cards are active')).toBeVisible();
    for (const range of ranges) expect(await booked(world, range)).toEqual(new Set(['Active']));
  });

  test('can be activated in one range', async ({ page, world }) => {
    await paste(page, [cardsFrom('001001', 10_000)]);
    await page.getByLabel('Your PIN').fill(PEOPLE.stock.pin);
    await activate(page, '10,000 cards').click();
    await expect(heading(page, '10,000 of 10,000 cards are active')).toBeVisible({ timeout: 30_000 });
    expect(await booked(world, cardsFrom('001001', 10_000))).toEqual(new Set(['Active']));
  });
});

import type { BrowserContext, Page } from '@playwright/test';
import { faultsOf } from '../support/audit.ts';
import { faultsIn, speak } from '../support/guises.ts';
import { listen, pressOn } from '../support/keyboard.ts';
import { activate, cardsFrom, heading, openActivate, openStockRoom, paste } from '../support/stock-room.ts';
import { openTill, panel, redeem, verdict, wedge } from '../support/till.ts';
import { ask, expect, openShop, signIn, test, type World } from '../support/world.ts';

const DATE = /\d{1,2} \w+ \d{4}|\w+ \d{1,2}, \d{4}/.source;
const story = (page: Page) => page.getByRole('dialog', { name: 'Voucher history' });
const sentence = (page: Page) => story(page).getByRole('status').first();
const lines = (page: Page) => story(page).getByRole('region', { name: 'Events' }).getByRole('listitem');
const why = (page: Page) => page.getByRole('button', { name: 'History' });
/** Amounts are written with a space that does not break. */
const saying = (text: string) => new RegExp(text.replaceAll('SGD ', 'SGD\\s').replaceAll('DATE', `(?:${DATE})`));

/** Complaints of customers, and the expected explanations. */
const DISPUTES = [
  ['4000000001', 'Fully used: SGD 50.00 on DATE.*, at .*Katong', null],
  ['4000000002', 'Fully used: SGD 50.00 on DATE.*, at .*Katong', 'Looked up 5 times in 9 minutes before it was fully used.'],
  ['4000000003', 'SGD 20.00 was refunded on DATE.*, at .*Katong. Balance: SGD 50.00', null],
  ['4000000004', 'Fully used: SGD 50.00 on DATE.*, at .*Katong', 'Redeemed 45 seconds after it was requested.'],
  ['4000000005', 'Not activated yet, so it can’t be used', null],
  ['4000000006', 'Expired on DATE.* with a balance of SGD 12.00', null],
  ['4000000007', 'SGD 12.00 is not explained by the events read so far, back to DATE', null],
] as const;

test.describe('in training mode', () => {
  test.use({ settings: { VOUCHER_SERVICE: 'sandbox' } });

  test('one tap explains an empty voucher in every dispute, without a name or code', { tag: '@main' }, async ({ page, context, world }) => {
    test.slow();
    await openShop(context, world);
    await openTill(page, world.origin);
    for (const [ref, said, fact] of DISPUTES) {
      await wedge(page, ref);
      await expect(panel(page)).toBeVisible();
      await why(page).click();
      await expect(sentence(page)).toHaveText(saying(said));
      if (fact !== null) await expect(story(page).getByText(fact)).toBeVisible();
      await expect(story(page).getByText('Uses at other merchants are not shown.')).toBeVisible();
      const whole = (await story(page).innerText()) + page.url();
      expect(whole).not.toContain(ref);
      expect(whole).not.toMatch(/\b(Ana|Mia)\b/);
      await page.keyboard.press('Escape');
      await expect(story(page)).toHaveCount(0);
      await page.keyboard.press('Escape');
    }
  });

  test('the history works in five languages, on a phone, in dark mode, by keyboard and with a screen reader', async ({
    page,
    context,
    world,
  }) => {
    test.slow();
    await openShop(context, world);
    await listen(page);
    await openTill(page, world.origin);
    await wedge(page, '4000000001');
    await pressOn(page, why(page));
    await expect(sentence(page)).toHaveText(/Fully used/);
    await expect.poll(() => page.evaluate(() => window.heard.join(' '))).toContain('Fully used');
    await page.keyboard.press('Escape');
    await expect(why(page)).toBeFocused();
    expect(await page.evaluate(() => window.pointed)).toBe(0);
    await page.keyboard.press('Enter');
    await expect(sentence(page)).toBeVisible();
    for (const guise of [
      { language: 'ta', colorScheme: 'light', largeLetters: true },
      { language: 'fr', colorScheme: 'dark', largeLetters: false },
    ] as const)
      expect(await faultsIn(page, 'a story', guise)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 780 });
    for (const [language, said] of [
      ['zh', '已用完'],
      ['ms', 'Sudah habis'],
      ['ta', 'தீர்ந்துவிட்டது'],
      ['fr', 'Entièrement utilisé'],
    ] as const) {
      await speak(page, language);
      await expect(page.getByRole('dialog').getByRole('status').first()).toContainText(said);
    }
  });

  test('the history is printed for the customer in another language, with the case number', async ({ page, context, world }) => {
    await openShop(context, world);
    await openTill(page, world.origin);
    await wedge(page, '4000000007');
    await why(page).click();
    await expect(sentence(page)).toHaveText(saying('SGD 12.00 is not explained'));
    await story(page).getByRole('combobox', { name: 'Print language' }).selectOption('fr');
    await page.emulateMedia({ media: 'print' });
    const paper = page.locator('.receipt');
    await expect(paper).toContainText(/C-[0-9A-F]{8}/);
    await expect(paper).toContainText('12,00');
    await expect(paper).not.toContainText('4000000007');
    const pdf = await page.pdf({ width: '80mm', height: '297mm' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });
});

test('a voucher that was used three times shows its balance as bars', async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  for (const amount of ['5.00', '10.00', '15.00']) {
    await redeem(page, '1000000100', amount);
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    await page.getByRole('button', { name: 'Next voucher' }).click();
  }
  await wedge(page, '1000000100');
  await why(page).click();
  await story(page).getByRole('slider', { name: 'Balance after each event, SGD' }).press('End');
  await expect(story(page).getByText(/: SGD.970\.00$/)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});

test.describe('in shops without names', () => {
  test.use({ settings: { SANDBOX_SECOND_SHOP_MS: '300' } });

  test('stock staff find a card by its number, and a manager sees who activated it and how soon it was emptied', async ({
    page,
    context,
    world,
  }) => {
    test.slow();
    await openStockRoom(context, world);
    await openActivate(page, world.origin);
    await paste(page, [cardsFrom('000951', 1)]);
    await activate(page, '1 card').click();
    await expect(heading(page, '1 of 1 card is active')).toBeVisible();
    await page.getByRole('link', { name: 'Activate more cards' }).click();
    await page.getByRole('button', { name: 'Look up a card' }).click();
    const dialog = page.getByRole('dialog', { name: 'Look up a card' });
    await dialog.getByLabel('Card code or printed number').fill('000951');
    await dialog.getByRole('button', { name: 'Look up' }).click();
    await expect(dialog.getByRole('status').first()).toHaveText(/Activated here on .*, in the range 000951 to 000951/);
    await expect(dialog.getByRole('listitem')).toHaveText([/Activated here.*Sam, Till 1/s]);

    const ref = await world.cardRef('000951');
    await expect.poll(() => world.captures(ref)).toEqual([5000]);
    await signIn(context, world, 'manager');
    await page.goto(`${world.origin}/transactions/voucher`);
    await page.getByLabel('Voucher code').fill(ref);
    await page.getByRole('main').getByLabel('Number printed on the card').fill('000951');
    await page.getByRole('button', { name: 'Look up' }).click();
    const told = page.getByRole('region', { name: 'Voucher history' });
    await expect(told.getByText(/^Fully used: SGD.50\.00 on .*, at another shop\.$/)).toBeVisible();
    await expect(told.getByText(/^Fully used \d+ \w+ after it was activated\.$/)).toBeVisible();
    expect(page.url()).toBe(`${world.origin}/transactions/voucher`);
    await told.getByRole('button', { name: 'Name this shop' }).last().click();
    await told.getByRole('textbox', { name: 'Shop name' }).fill('Katong');
    await told.getByRole('button', { name: 'Save the name' }).click();
    await page.getByLabel('Voucher code').fill(ref);
    await page.getByRole('button', { name: 'Look up' }).first().click();
    await expect(told.getByText(/^Fully used: SGD.50\.00 on .*, at Katong\.$/)).toBeVisible();
  });
});

/** The voucher of the story was used by this shop. */
async function used(page: Page, context: BrowserContext, world: World): Promise<void> {
  await openShop(context, world);
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '50.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
}

/** Opens what this shop took, in the list. */
async function openRow(page: Page, world: World): Promise<void> {
  await page.goto(`${world.origin}/transactions`);
  await page.getByText('SGD').first().waitFor();
  await page
    .getByRole('main')
    .getByRole('button', { name: /50\.00/ })
    .first()
    .click();
}

test('a manager opens the history from the list, sees the cashier, and leaves a note for other managers', async ({
  page,
  context,
  world,
}) => {
  await used(page, context, world);
  await signIn(context, world, 'manager');
  await openRow(page, world);
  await why(page).click();
  await expect(sentence(page)).toHaveText(saying('Fully used: SGD 50.00 on DATE.*, here'));
  await expect(lines(page).filter({ hasText: 'Redeemed here' })).toHaveText(/Ana, Till 1/);
  await story(page).getByLabel('Note for managers').fill('The customer had given it to her son.');
  await story(page).getByRole('button', { name: 'Save note' }).click();
  await expect(story(page).getByText('Saved. The note is also in the audit trail.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(story(page)).toHaveCount(0);
  await why(page).click();
  await expect(story(page).getByRole('region', { name: 'Notes' })).toHaveText(/Mia, .*The customer had given it to her son\./s);
});

test('older events can be loaded back to the stored ones or stopped, and need a manager above the hourly limit', async ({
  page,
  context,
  world,
}) => {
  await used(page, context, world);
  await signIn(context, world, 'manager');
  await ask(context.request, world, 'PUT', '/api/settings', { storiesPerHour: 1 });
  await signIn(context, world, 'cashier');
  await openTill(page, world.origin);
  await wedge(page, '2000000001');
  await why(page).click();
  await expect(sentence(page)).toHaveText(saying('SGD 50.00 is not explained by the events read so far, back to DATE'));
  const readBack = story(page).getByRole('button', { name: /^Load older events, back to / });
  let readings = 0;
  const isReading = (url: URL) => url.pathname === '/api/stories';
  /* The issuer takes as long as it likes. */
  await page.route(isReading, () => void (readings += 1));
  await readBack.click();
  await expect(story(page).getByRole('progressbar')).toBeVisible();
  await story(page).getByRole('button', { name: 'Stop' }).click();
  await expect(story(page).getByRole('progressbar')).toHaveCount(0);
  expect(readings).toBe(1);
  await page.unroute(isReading);
  await readBack.click();
  await expect(sentence(page)).toHaveText(saying('SGD 50.00 is not explained by the events read so far, back to DATE'));
  await expect(story(page).getByRole('progressbar')).toHaveCount(0);
  await expect(story(page).getByRole('alert')).toHaveCount(0);
  await openTill(page, world.origin);
  await wedge(page, '2000000001');
  await why(page).click();
  await expect(sentence(page)).toContainText('You have opened too many voucher histories this hour. Ask a manager.');
});

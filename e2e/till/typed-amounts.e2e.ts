import type { BrowserContext, Page } from '@playwright/test';
import { misfitsOf } from '../support/fits.ts';
import { missesOf, type Windows } from '../support/reach.ts';
import { openTill, setDue, verdict, wedge } from '../support/till.ts';
import { expect, openShop, test } from '../support/world.ts';

/* With the banner of practising, so that the least room is left. */
test.use({ settings: { VOUCHER_SERVICE: 'sandbox' }, trace: 'off' });

/** Tills, tablets and phones up to the largest and down to the smallest, and a page at 200 and at 400 %. */
const WINDOWS: Windows = [
  [2560, 1440],
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [844, 390],
  [640, 360],
  [390, 844],
  [360, 225],
  [320, 480],
];
const PHONES: Windows = [
  [390, 844],
  [320, 480],
];

const speaks = (context: BrowserContext, language: string) =>
  context.addInitScript((chosen) => localStorage.setItem('tillside.language', chosen), language);
/** As a browser does whose reader wants larger letters. */
const letters = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
const keypad = (page: Page) => page.locator('section [role="group"]');
const byHand = (page: Page, keys: string) => page.keyboard.type(keys, { delay: 120 });

for (const language of ['en', 'ta']) {
  test(`no key is covered while an amount is typed, in any window size (${language})`, async ({ page, context, world }) => {
    test.setTimeout(240_000);
    const misses: string[] = [];
    const look = async (screen: string) => void misses.push(...(await missesOf(page, screen, WINDOWS)));
    await openShop(context, world);
    await speaks(context, language);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(world.origin);
    const field = page.getByRole('main').getByRole('textbox');
    await expect(field).toBeVisible();
    await byHand(page, '80');
    await expect(field).toHaveValue('80');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /80\.00/ })).toBeFocused();
    await look('is it the amount due?');
    await page.keyboard.press('Escape');
    await wedge(page, '1000000100');
    await expect(page.getByRole('button', { name: /1,000\.00/ })).toBeVisible();
    await look('no amount due');
    await byHand(page, '12.500');
    await look('unclear');
    await page.keyboard.press('Delete');
    await byHand(page, '999999');
    await look('too much');
    await page.keyboard.press('Escape');
    await page.keyboard.press('F8');
    await setDue(page, '80.00');
    await wedge(page, '1000000050');
    await expect(page.getByRole('button', { name: /50\.00/ })).toBeVisible();
    await page.keyboard.press('F4');
    await expect(keypad(page)).toBeVisible();
    await look('the amount to redeem');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('section[tabindex="-1"] button:visible').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('amount due');
    expect(misses).toEqual([]);
  });
}

/** A voucher of this much, under a name that no issuer should choose. */
async function checksSay(page: Page, amount: number, currency: string): Promise<void> {
  const product = {
    code: 'LONG',
    name: 'Anniversary Gift Voucher for Friends of the Botanical Gardens and Donaudampfschifffahrtsgesellschaft',
  };
  await page.route('**/api/vouchers/check', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), remaining: { amount, currency }, product, refusal: null, status: 'active' } });
  });
}

for (const currency of ['SGD', 'IDR']) {
  test(`the largest amounts of ${currency} fit without wrapping, even with enlarged text`, async ({ page, context, world }) => {
    test.setTimeout(240_000);
    const misfits: string[] = [];
    await openShop(context, world);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route('**/api/shop', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), currency } });
    });
    /* The page of an enrolled device already has the shop. */
    await page.route(`${world.origin}/`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('"currency":"SGD"', `"currency":"${currency}"`);
      await route.fulfill({ response, body });
    });
    await checksSay(page, 99_999_999, currency);
    await openTill(page, world.origin);
    const look = async (screen: string) => {
      misfits.push(...(await misfitsOf(page, screen, WINDOWS)));
      await letters(page, '200%');
      misfits.push(...(await misfitsOf(page, `${screen}, letters twice as large`, PHONES)));
      await letters(page, '');
    };
    await page.setViewportSize({ width: 1280, height: 720 });
    await wedge(page, '1000000100');
    await expect(page.getByRole('button', { name: /^Redeem all/ })).toBeVisible();
    await look('no amount due');
    await page.keyboard.press('Escape');
    await setDue(page, '999999.99');
    await page.getByRole('button', { name: /^No, .* is due$/ }).click();
    await look('amount due');
    await wedge(page, '1000000050');
    await expect(page.getByRole('button', { name: /^Redeem/ })).toBeVisible();
    await look('voucher');
    await page.keyboard.press('F4');
    await look('keypad');
    await page.route('**/api/tenders/*', async (route) => {
      const id = new URL(route.request().url()).pathname.split('/').at(-1);
      const amount = { amount: 99_999_999, currency };
      const now = new Date().toISOString();
      await route.fulfill({
        json: {
          id,
          state: 'captured',
          requested: amount,
          captured: amount,
          remaining: amount,
          forfeited: null,
          captureId: '0000123',
          authorizationId: null,
          refusal: null,
          vouchers: [],
          canUndoUntil: null,
          saleId: id,
          last4: '0050',
          person: 'Ana',
          device: 'Till 1',
          createdAt: now,
          changedAt: now,
        },
      });
    });
    await page.getByRole('button', { name: /^Redeem/ }).click();
    await verdict(page, 'Paid in full').click();
    await look('taken');
    await page.getByRole('button', { name: 'Next customer' }).click();
    await look('till with a sale');
    expect(misfits).toEqual([]);
  });
}

test('a person’s long name fits on a phone’s sign-in screen', async ({ page, context, world }) => {
  await openShop(context, world);
  const name = 'Thirunavukkarasuganesamoorthypillai Venkatanarasimharajuvaripeta';
  await page.route('**/api/people', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: ((await answer.json()) as object[]).map((person) => ({ ...person, name })) });
  });
  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  const misfits: string[] = [];
  await page.getByRole('button', { name }).first().waitFor();
  misfits.push(...(await misfitsOf(page, 'names', PHONES)));
  await page.getByRole('button', { name }).first().click();
  await expect(page.getByLabel(`PIN for ${name}`)).toBeVisible();
  misfits.push(...(await misfitsOf(page, 'PIN', PHONES)));
  expect(misfits).toEqual([]);
});

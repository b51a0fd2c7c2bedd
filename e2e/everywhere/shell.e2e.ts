import { readFileSync } from 'node:fs';
import { withCameraTill } from '../support/camera-till.ts';
import { nameOf, unlock } from '../support/people.ts';
import { openTill, redeemButton, setDue, verdict } from '../support/till.ts';
import { ask, expect, openShop, PEOPLE, test } from '../support/world.ts';

test('each person sees the language they chose, on every device', async ({ page, context, world, browser }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByLabel('Language').selectOption({ label: 'français' });
  await expect(page.getByRole('textbox', { name: 'Numéro du bon' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('F9');

  await test.step('the lock screen speaks the language of the device', async () => {
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
  await test.step('French is shown only to the person who chose it', async () => {
    await unlock(page, PEOPLE.manager);
    await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
    await page.keyboard.press('F9');
  });
  await test.step('a person who reads French sees the PIN prompt in French, also after a reload', async () => {
    await nameOf(page, PEOPLE.cashier.name).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await page.keyboard.type(PEOPLE.cashier.pin, { delay: 80 });
    await expect(page.getByRole('textbox', { name: 'Numéro du bon' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Numéro du bon' })).toBeVisible();
  });
  await test.step('on a device without a shop, the language is chosen on the first page', async () => {
    const stranger = await browser.newPage();
    await stranger.goto(world.origin);
    await stranger.getByLabel('Language').selectOption({ label: '简体中文' });
    await expect(stranger.locator('html')).toHaveAttribute('lang', 'zh-Hans');
    await stranger.close();
  });
});

test('a signed-in till opens with the data in its page, and a locked one shows its people', async ({ page, context, world }) => {
  await openShop(context, world);
  await page.route(/\/api\/(shop|session)$/, (route) => route.abort());
  await page.goto(world.origin);
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
  await ask(context.request, world, 'DELETE', '/api/session');
  await page.goto(world.origin);
  await expect(nameOf(page, PEOPLE.cashier.name)).toBeVisible();
});

const SIZES = { phone: { width: 412, height: 823 }, desktop: { width: 1280, height: 800 } };
for (const [device, viewport] of Object.entries(SIZES))
  test(`on a ${device} the page shows its screen before scripts run, and does not move afterwards`, async ({ world }, testInfo) => {
    await withCameraTill(world, testInfo, { film: [{ codes: [], seconds: 1 }] }, async ({ page, context }) => {
      await page.setViewportSize(viewport);
      /** Opens a page. @returns the upper left corners of texts, rounded */
      const placesOf = async (path: string, texts: readonly string[]) => {
        await page.goto(`${world.origin}${path}`);
        const places = texts.map(async (text) => {
          const found = page.getByText(text, { exact: true }).and(page.locator(':not(nav *)')).filter({ visible: true });
          await expect(found).toBeVisible();
          return found.evaluate((element) => {
            const { left, top } = element.getBoundingClientRect();
            return [Math.round(left), Math.round(top)];
          });
        });
        return Promise.all(places);
      };
      const staysInPlace = async (path: string, texts: readonly string[]) => {
        await page.route('**/*.js', (route) => route.abort());
        const opening = await placesOf(path, texts);
        await page.unrouteAll();
        await expect.poll(() => placesOf(path, texts)).toEqual(opening);
        await expect(page.locator('.opening')).toHaveCount(0);
      };
      await staysInPlace('/', ['Due', 'No amount due yet', 'Look up', 'Other ways to enter a code', 'Scan a voucher to begin.']);
      await staysInPlace('/transactions', ['My redemptions']);
      await ask(context.request, world, 'DELETE', '/api/session');
      await staysInPlace('/', ['Sign in', PEOPLE.cashier.name, PEOPLE.manager.name, 'Language']);
    });
  });

test('a missing form field is reported in the language of the screen', async ({ page, world }) => {
  await page.goto(world.origin);
  await page.getByLabel('Language').selectOption({ label: 'français' });
  await page.getByRole('button', { name: 'Configurer' }).click();
  const code = page.getByLabel('Code de configuration');
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription('Remplissez ce champ.');
  await expect(page.getByText('Remplissez ce champ.').first()).toBeVisible();
  await code.fill('something');
  await expect(code).not.toHaveAttribute('aria-invalid', 'true');
  await expect(code).toHaveAccessibleDescription('');
});

test('keys have borders and the selection is marked if the system forces its colours', async ({ page, context, world }) => {
  await openShop(context, world);
  await page.emulateMedia({ forcedColors: 'active' });
  await openTill(page, world.origin);
  const edge = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((key) => {
      const { borderTopWidth, borderTopStyle, backgroundColor } = getComputedStyle(key);
      return { border: `${borderTopWidth} ${borderTopStyle}`, backgroundColor };
    });
  expect((await edge('7')).border).toBe('1px solid');
  await page.getByRole('link', { name: 'My redemptions' }).first().click();
  const chosen = await edge('Today');
  const other = await edge('Last 7 days');
  expect([chosen.border, other.border]).toEqual(['2px solid', '1px solid']);
  expect(chosen.backgroundColor).not.toBe(other.backgroundColor);
});

test.describe('on the sandbox', () => {
  test.use({ settings: { VOUCHER_SERVICE: 'sandbox' } });

  test('a newcomer with one computer and no camera redeems a training voucher from the page that shows it', async ({ page, world }) => {
    await page.goto(world.origin);
    await expect(page.getByText('Knows whether the money was taken. Never takes it twice.')).toBeVisible();
    await page.getByRole('button', { name: 'Try training mode' }).click();
    await page.getByRole('button', { name: 'Training cashier' }).click();
    await page.keyboard.type('480317', { delay: 80 });
    await page.getByRole('link', { name: 'Training vouchers', exact: true }).click();
    const useHere = page.getByRole('button', { name: 'Use it here: $50', exact: true }).first();
    await useHere.click();
    await redeemButton(page, '20.00').click();
    await expect(verdict(page, 'Paid in full')).toBeVisible();
    await page.keyboard.press('Escape');
    await setDue(page, '7.00');
    await page.getByRole('link', { name: 'Training vouchers', exact: true }).click();
    await useHere.click();
    await expect(redeemButton(page, '7.00'), 'an amount that is due stays').toBeVisible();
    const guide = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').split(/^## /m)[2];
    for (const name of ['Try training mode', 'Training vouchers', 'Use it here', 'Redeem', 'Paid in full'])
      expect(guide).toContain(`*${name}*`);
  });
});

import { goTo } from '../support/places.ts';
import { expect, PEOPLE, SERVER, test } from '../support/world.ts';

test('a shop is set up once, with the code that the server printed', { tag: '@main' }, async ({ page, browser, world }) => {
  await page.goto(world.origin);
  await expect(page).toHaveTitle('Set up this shop · Tillside');
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(page.getByRole('button', { name: 'Set up' })).toBeInViewport({ ratio: 1 });
  const pins = async (first: string, again = first) => {
    await page.getByLabel('Choose a PIN of six digits').fill(first);
    await page.getByLabel('Type the PIN once more').fill(again);
  };
  await page.getByLabel('Setup code').fill('open-the-door');
  await page.getByLabel('Name of the shop').fill('Café Orchid');
  await page.getByLabel('Name of this till').fill('Till 1');
  await page.getByLabel('Your name').fill('Mia');
  await pins('739146', '739164');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByText('The two PINs differ. Type both again.')).toBeVisible();
  await pins('739146');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByText('The two PINs differ.')).toHaveCount(0);
  await expect(page.getByText('That is not the setup code. It is printed where the server was started.')).toBeVisible();

  await page.getByLabel('Setup code').fill(SERVER.SETUP_CODE);
  await pins('123456');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByText('That PIN is too easy to guess. Choose another one.')).toBeVisible();

  await pins('739146');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByText('Add your cashiers')).toBeVisible();
  await expect(page.getByText('Mia · Till 1')).toBeVisible();
  await page.getByRole('form', { name: 'Add a person' }).getByLabel('Name').fill('Ana');
  await page.getByRole('form', { name: 'Add a person' }).getByLabel('PIN').fill(PEOPLE.cashier.pin);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Ana can sign in now.')).toBeVisible();
  await expect(page.getByText('Add your cashiers')).toHaveCount(0);
  await goTo(page, 'Shop');
  await expect(page.getByLabel('Name of the shop')).toHaveValue('Café Orchid');
  await page.getByLabel('Name of the shop').fill('Café Orchid, Tampines');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved: Café Orchid, Tampines.')).toBeVisible();
  await page.getByRole('link', { name: 'Redeem' }).click();
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();

  const stranger = await browser.newPage();
  await stranger.goto(world.origin);
  await expect(stranger.getByRole('heading', { name: 'Enrol this device' })).toBeVisible();
  await stranger.close();
});

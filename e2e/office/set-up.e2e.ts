import { goTo } from '../support/places.ts';
import { expect, PEOPLE, SERVER, test } from '../support/world.ts';

test('a shop is set up once, with the code that the server printed', { tag: '@main' }, async ({ page, browser, world }) => {
  await page.goto(world.origin);
  await expect(page).toHaveTitle('Set up this shop · Tillside');
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(page.getByRole('button', { name: 'Set up' })).toBeInViewport({ ratio: 1 });
  const pins = async (first: string, again = first) => {
    await page.getByLabel('Choose a six-digit PIN').fill(first);
    await page.getByLabel('Confirm PIN').fill(again);
  };
  await page.getByLabel('Set-up code').fill('open-the-door');
  await page.getByLabel('Shop name').fill('Café Orchid');
  await page.getByLabel('Till name').fill('Till 1');
  await page.getByLabel('Your name').fill('Mia');
  await page.getByLabel('Typing 1234 on your register gives').selectOption({ label: 'SGD 12.34' });
  await pins('739146', '739164');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByText('The PINs don’t match. Enter both again.')).toBeVisible();
  await pins('739146');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByText('The PINs don’t match.')).toHaveCount(0);
  await expect(page.getByText('That is not the set-up code. Look for it in the window where the server was started.')).toBeVisible();

  await page.getByLabel('Set-up code').fill(SERVER.SETUP_CODE);
  await pins('123456');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByText('That PIN is too easy to guess. Choose another one.')).toBeVisible();

  await pins('739146');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByText('Add your cashiers')).toBeVisible();
  await expect(page.getByText('Mia · Till 1')).toBeVisible();
  await page.getByRole('form', { name: 'Add a staff member' }).getByLabel('Name').fill('Ana');
  await page.getByRole('form', { name: 'Add a staff member' }).getByLabel('PIN').fill(PEOPLE.cashier.pin);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Ana can sign in now.')).toBeVisible();
  await expect(page.getByText('Add your cashiers')).toHaveCount(0);
  await goTo(page, 'Shop');
  await expect(page.getByLabel('Shop name')).toHaveValue('Café Orchid');
  await page.getByLabel('Shop name').fill('Café Orchid, Tampines');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved: Café Orchid, Tampines.')).toBeVisible();
  await goTo(page, 'At the till');
  await expect(page.getByRole('radio', { name: '0.80', exact: true })).toBeChecked();
  await page.getByLabel('Confirm amounts due above (SGD)').fill('4500');
  await expect(page.getByText('SGD 45.00')).toBeVisible();
  await page.getByRole('link', { name: 'Redeem' }).click();
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();

  const stranger = await browser.newPage();
  await stranger.goto(world.origin);
  await expect(stranger.getByRole('heading', { name: 'Enrol this device' })).toBeVisible();
  await stranger.close();
});

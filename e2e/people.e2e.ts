import type { Page } from '@playwright/test';
import { openTill, redeem, redeemButton, setDue, verdict, wedge } from './support/till.ts';
import { expect, openShop, PEOPLE, SERVER, test } from './support/world.ts';

const redeemScreen = (page: Page) => page.getByRole('textbox', { name: 'Voucher code' });
/** The card of a person on the locked till; it begins with the name. */
const nameOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const pinField = (page: Page, name: string) => page.getByLabel(`PIN for ${name}`);

/** Chooses a name on the locked till and types the PIN. */
async function unlock(page: Page, { name, pin }: { name: string; pin: string }): Promise<void> {
  await nameOf(page, name).click();
  await expect(pinField(page, name)).toBeFocused();
  await page.keyboard.type(pin);
}

async function openPeople(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'People and devices' }).click();
  await expect(page.getByRole('heading', { name: 'People and devices' })).toBeVisible();
}

test('a shop is set up once, by whoever has the code that the server printed', async ({ page, browser, world }) => {
  await page.goto(world.origin);
  await page.getByLabel('Setup code').fill('open-the-door');
  await page.getByLabel('Name of this till').fill('Till 1');
  await page.getByLabel('Your name').fill('Mia');
  await page.getByLabel('Choose a PIN of six digits').fill('739146');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByText('That is not the setup code. It is printed where the server was started.')).toBeVisible();

  await page.getByLabel('Setup code').fill(SERVER.SETUP_CODE);
  await page.getByLabel('Choose a PIN of six digits').fill('123456');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByText('That PIN is too easy to guess. Choose another one.')).toBeVisible();

  await page.getByLabel('Choose a PIN of six digits').fill('739146');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(redeemScreen(page)).toBeVisible();
  await expect(page.getByText('Till 1 · Mia')).toBeVisible();

  const stranger = await browser.newPage();
  await stranger.goto(world.origin);
  await expect(stranger.getByRole('heading', { name: 'Enrol this device' })).toBeVisible();
  await stranger.close();
});

test('a till is unlocked by name and PIN, by touch or keyboard, and wrong PINs are slowed down', async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  await expect(page.getByRole('heading', { name: 'Who is at the till?' })).toBeVisible();
  await nameOf(page, PEOPLE.cashier.name).click();
  const pad = page.getByRole('group', { name: 'Keypad' });
  await pad.getByRole('button', { name: '9', exact: true }).click();
  await pad.getByRole('button', { name: 'Delete last digit' }).click();
  for (const digit of PEOPLE.cashier.pin) await pad.getByRole('button', { name: digit, exact: true }).click();
  await expect(redeemScreen(page)).toBeVisible();

  await page.getByRole('button', { name: 'Lock' }).click();
  await nameOf(page, PEOPLE.cashier.name).click();
  for (const left of [9, 8, 7, 6, 5]) {
    await page.keyboard.type('000000');
    await expect(page.getByText(`Wrong PIN. ${left} tries are left.`)).toBeVisible();
  }
  await page.keyboard.type(PEOPLE.cashier.pin);
  await expect(page.getByText(/Too many wrong PINs\. Try again in \d seconds?\./)).toBeVisible();
  await expect(async () => {
    await page.keyboard.type(PEOPLE.cashier.pin);
    await expect(redeemScreen(page)).toBeVisible({ timeout: 700 });
  }).toPass({ timeout: 10_000 });
});

test('a manager lets a device in and a person, and shuts the device out again', async ({ page, context, browser, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  await unlock(page, PEOPLE.manager);
  await openPeople(page);
  await page.getByRole('button', { name: 'Enrol another device' }).click();
  const code = await page.getByText(/^[0-9A-Z]{4}-?[0-9A-Z]{4}$/).innerText();

  const other = await browser.newPage();
  await other.goto(world.origin);
  await other.getByLabel('Enrolment code').fill(code.toLowerCase());
  await other.getByLabel('Name of this device').fill('Till 2');
  await other.getByRole('button', { name: 'Enrol' }).click();
  await expect(other.getByRole('heading', { name: 'Who is at the till?' })).toBeVisible();
  await expect(nameOf(other, 'Ben')).toHaveCount(0);

  await page.getByLabel('Name').fill('Ben');
  await page.getByLabel('Role').selectOption('Cashier');
  await page.getByLabel('PIN').fill('246813');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Ben can sign in now.')).toBeVisible();
  await other.reload();
  await unlock(other, { name: 'Ben', pin: '246813' });
  await expect(redeemScreen(other)).toBeVisible();

  await page.reload();
  await page.getByRole('listitem').filter({ hasText: 'Till 2' }).getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Till 2' })).toHaveCount(0);
  await wedge(other, '1000000050');
  await expect(other.getByRole('heading', { name: 'Enrol this device' })).toBeVisible();

  await other.getByLabel('Enrolment code').fill(code);
  await other.getByLabel('Name of this device').fill('Till 3');
  await other.getByRole('button', { name: 'Enrol' }).click();
  await expect(other.getByText(/That code does not work/)).toBeVisible();
  await other.close();
});

test('the till locks itself when nobody touches it, and keeps the sale where it was', async ({ page, context, world }) => {
  await openShop(context, world);
  await page.clock.install();
  await openTill(page, world.origin);
  await setDue(page, '30.00');
  await wedge(page, '1000000050');
  await expect(redeemButton(page, '30.00')).toBeVisible();
  await page.clock.fastForward('10:01');
  await expect(page.getByText('The sale on screen is kept.')).toBeVisible();
  await unlock(page, PEOPLE.cashier);
  await expect(page.getByRole('region', { name: 'Amount due' })).toContainText('30.00');
  await redeemButton(page, '30.00').click();
  await expect(verdict(page, 'Taken')).toBeVisible();
});

test.describe('where the server ends a session after five idle seconds', () => {
  test.use({ settings: { SESSION_IDLE_MS: '5000', UPSTREAM_TIMEOUT_MS: '5500' } });

  test('a redemption in flight survives the lock, and its outcome is there after the next PIN', async ({ page, context, world }) => {
    await openShop(context, world);
    await openTill(page, world.origin);
    await redeem(page, '9000000001', '20.00');
    await expect(page.getByRole('heading', { name: 'Who is at the till?' })).toBeVisible({ timeout: 10_000 });
    await expect(page.getByText('The sale on screen is kept.')).toBeVisible();
    await unlock(page, PEOPLE.cashier);
    await expect(verdict(page, 'Taken')).toBeVisible({ timeout: 10_000 });
    expect(await world.captures('9000000001')).toEqual([2000]);
  });
});

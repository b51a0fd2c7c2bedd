import type { Page } from '@playwright/test';
import { faultsOf } from '../support/audit.ts';
import { changeJournal } from '../support/journal-file.ts';
import { nameOf, openPeople, unlock } from '../support/people.ts';
import { goTo } from '../support/places.ts';
import { readQr } from '../support/read-qr.ts';
import { openTill, redeem, redeemButton, setDue, verdict, wedge } from '../support/till.ts';
import { ask, expect, joinShop, openShop, PEOPLE, signIn, test } from '../support/world.ts';

const redeemScreen = (page: Page) => page.getByRole('textbox', { name: 'Voucher number' });

test('a till is unlocked by name and PIN, by touch or keyboard, and wrong PINs are slowed down', async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await nameOf(page, PEOPLE.cashier.name).click();
  const pad = page.getByRole('group', { name: 'Keypad' });
  await pad.getByRole('button', { name: '9', exact: true }).click();
  await pad.getByRole('button', { name: 'Delete last digit' }).click();
  for (const digit of PEOPLE.cashier.pin) await pad.getByRole('button', { name: digit, exact: true }).click();
  await expect(redeemScreen(page)).toBeVisible();

  await page.getByRole('button', { name: 'Lock' }).click();
  await nameOf(page, PEOPLE.cashier.name).click();
  for (const left of [9, 8, 7, 6, 5]) {
    await page.keyboard.type('000000', { delay: 80 });
    await expect(page.getByText(`Wrong PIN. ${left} attempts left.`)).toBeVisible();
  }
  await page.keyboard.type(PEOPLE.cashier.pin, { delay: 80 });
  await expect(page.getByText(/Too many attempts\. Try again in \d seconds?\./)).toBeVisible();
  await expect(async () => {
    await page.keyboard.type(PEOPLE.cashier.pin, { delay: 80 });
    await expect(redeemScreen(page)).toBeVisible({ timeout: 700 });
  }).toPass({ timeout: 10_000 });
});

test('a device enrolled by a link opens the lock screen, and does not offer to move the device', async ({ context, browser, world }) => {
  await openShop(context, world);
  await signIn(context, world, 'manager');
  const made = await ask(context.request, world, 'POST', '/api/devices/codes');
  const other = await browser.newPage();
  await other.goto(`${world.origin}/#enrol=${made?.['code']}`);
  await other.getByLabel('Device name').fill('Till 2');
  await other.getByRole('button', { name: 'Enrol' }).click();
  await unlock(other, PEOPLE.cashier);
  await expect(redeemScreen(other)).toBeVisible();
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await other.close();
});

test('a PIN may be typed with the digits of a Tamil keyboard', async ({ page, context, world }) => {
  const inTamil = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0x0be6 + Number(digit)));
  await openShop(context, world);
  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  await nameOf(page, PEOPLE.cashier.name).click();
  await page.keyboard.insertText(inTamil(PEOPLE.cashier.pin));
  await expect(redeemScreen(page)).toBeVisible();
});

test('a person finds their name in a long list by typing part of it', async ({ page, context, world }) => {
  await openShop(context, world);
  await signIn(context, world, 'manager');
  for (let number = 1; number <= 14; number += 1) {
    const pin = String(480_317 + 7 * number);
    await ask(context.request, world, 'POST', '/api/people', { name: `Person ${number}`, role: 'cashier', pin });
  }
  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  await page.getByRole('searchbox', { name: 'Find your name' }).fill('an');
  await expect(page.getByRole('listitem')).toHaveText([/^Ana/]);
  await nameOf(page, PEOPLE.cashier.name).click();
  await page.keyboard.type(PEOPLE.cashier.pin, { delay: 80 });
  await expect(redeemScreen(page)).toBeVisible();
});

test('a manager enrols a device, adds a person, and removes the device again', { tag: '@main' }, async ({
  page,
  context,
  browser,
  world,
}) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  await unlock(page, PEOPLE.manager);
  await goTo(page, 'Tills and devices');
  await page.getByRole('button', { name: 'Create a code' }).click();
  const code = await page.getByText(/^[0-9A-Z]{4}-?[0-9A-Z]{4}$/).innerText();
  await expect(page.getByText(`${world.origin} only works on this computer.`)).toBeVisible();
  const other = await browser.newPage();
  await other.goto(world.origin);
  await other.getByLabel('Enrolment code').fill(code.toLowerCase());
  await other.getByLabel('Device name').fill('Till 2');
  await other.getByRole('button', { name: 'Enrol' }).click();
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(nameOf(other, 'Ben')).toHaveCount(0);
  await expect(page.getByText(/^Till 2 was enrolled, /)).toBeVisible();
  await expect(page.getByText(code)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Revoke Till 2' })).toBeVisible();

  await goTo(page, 'Staff');
  const adding = page.getByRole('form', { name: 'Add a staff member' });
  await adding.getByLabel('Name').fill('Ben');
  await adding.getByLabel('Role').selectOption('Cashier');
  await adding.getByLabel('PIN').fill('246813');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Ben can sign in now.')).toBeVisible();
  await other.reload();
  await unlock(other, { name: 'Ben', pin: '246813' });
  await expect(redeemScreen(other)).toBeVisible();

  await goTo(page, 'Tills and devices');
  await page.getByRole('listitem').filter({ hasText: 'Till 2' }).getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Till 2' })).toHaveCount(0);
  await wedge(other, '1000000050');
  await expect(other.getByRole('heading', { name: 'Enrol this device' })).toBeVisible();

  await other.getByLabel('Enrolment code').fill(code);
  await other.getByLabel('Device name').fill('Till 3');
  await other.getByRole('button', { name: 'Enrol' }).click();
  await expect(other.getByText(/That code does not work/)).toBeVisible();
  await other.close();
});

/** The line of a person in the list. */
const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Change ${name}` }) });

/** Opens what can be done about a person. */
async function change(page: Page, name: string) {
  await page.getByRole('button', { name: `Change ${name}` }).click();
  return page.getByRole('dialog', { name: `Change ${name}` });
}

test('a manager changes a role, sets a new PIN, disables a person and enables them again', async ({ page, context, browser, world }) => {
  test.slow();
  await openShop(context, world);
  const second = await browser.newContext();
  await joinShop(context, second, world);
  const till = await second.newPage();
  await openTill(till, world.origin);
  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  await unlock(page, PEOPLE.manager);
  await openPeople(page);

  let dialog = await change(page, 'Ana');
  await dialog.getByLabel('New PIN').fill('306914');
  await dialog.getByRole('button', { name: 'Set new PIN' }).click();
  await expect(page.getByText('Saved: Ana.')).toBeVisible();
  await till.reload();
  await unlock(till, { name: 'Ana', pin: '306914' });
  await expect(redeemScreen(till)).toBeVisible();

  dialog = await change(page, 'Ana');
  await dialog.getByLabel('Role').selectOption('Stock');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'Ana')).toContainText('Stock');

  dialog = await change(page, 'Ana');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(rowOf(page, 'Ana')).toContainText('Disabled');
  await till.reload();
  await expect(till.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(nameOf(till, 'Ana')).toHaveCount(0);

  dialog = await change(page, 'Ana');
  await dialog.getByRole('button', { name: 'Enable again' }).click();
  await expect(rowOf(page, 'Ana')).not.toContainText('Disabled');
  await till.reload();
  await expect(nameOf(till, 'Ana')).toBeVisible();

  dialog = await change(page, 'Mia');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(dialog.getByText('The shop needs at least one manager.')).toBeVisible();
  await second.close();
});

test('ten wrong PINs lock a person until a manager unlocks them', async ({ page, context, browser, world }) => {
  test.slow();
  await openShop(context, world);
  const second = await browser.newContext();
  await joinShop(context, second, world);
  const till = await second.newPage();
  await openTill(till, world.origin);
  await till.keyboard.press('F9');
  await nameOf(till, 'Ana').click();
  await till.keyboard.type('000000', { delay: 80 });
  await expect(till.getByText('Wrong PIN. 9 attempts left.')).toBeVisible();
  // The eight that follow are made up, because each of them would have to wait longer than the one before.
  changeJournal(world, "update pin_guard set failures = 9, wait_until = 0 where subject like 'person:%'");
  await till.keyboard.type('000000', { delay: 80 });
  await expect(till.getByText('Locked after too many wrong PINs. A manager can unlock it.')).toBeVisible();

  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  await unlock(page, PEOPLE.manager);
  await openPeople(page);
  await expect(rowOf(page, 'Ana')).toContainText('Locked');
  const dialog = await change(page, 'Ana');
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByText('Ana is unlocked.')).toBeVisible();
  await till.keyboard.type(PEOPLE.cashier.pin, { delay: 80 });
  await expect(redeemScreen(till)).toBeVisible();
  await second.close();
});

test('another device scans the code and joins, and the code leaves the address at once', async ({ page, context, browser, world }) => {
  test.slow();
  await openShop(context, world);
  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  await unlock(page, PEOPLE.manager);
  await goTo(page, 'Tills and devices');
  await expect(page.getByText('You can’t revoke the only device')).toBeVisible();
  await page.getByRole('button', { name: 'Create a code' }).click();
  const address = await readQr(page.getByRole('img', { name: 'QR code that opens this shop and fills in the code' }));
  expect(new URL(address).origin).toBe(world.origin);

  const other = await browser.newPage();
  const sent: string[] = [];
  other.on('request', (request) => sent.push(request.url()));
  await other.goto(address);
  await expect(other.getByLabel('Device name')).toBeFocused();
  await expect.poll(() => other.url()).toBe(`${world.origin}/`);
  await other.keyboard.type('Till 2');
  await other.keyboard.press('Enter');
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const code = new URLSearchParams(new URL(address).hash.slice(1)).get('enrol') ?? 'none';
  expect(sent.filter((url) => url.includes(code))).toEqual([]);

  await page.reload();
  const own = page.getByRole('listitem').filter({ hasText: 'this device' });
  await own.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('You are using this device now.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('heading', { name: 'Enrol this device' })).toBeVisible();
  await other.close();
});

test('the pages of staff and of devices and their dialogs have no accessibility violations', async ({ page, context, browser, world }) => {
  test.slow();
  await openShop(context, world);
  const second = await browser.newContext();
  await joinShop(context, second, world);
  await second.close();
  changeJournal(
    world,
    "insert or replace into pin_guard (subject, failures, wait_until, locked_at) select 'person:' || id, 10, 0, 1 from person where name = 'Ana'",
  );
  changeJournal(
    world,
    "insert or replace into pin_guard (subject, failures, wait_until, locked_at) select 'device:' || id, 10, 0, 1 from device where name = 'Till 2'",
  );
  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  await unlock(page, PEOPLE.manager);
  await openPeople(page);
  expect.soft(await faultsOf(page)).toEqual([]);
  await change(page, 'Ana');
  expect.soft(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await goTo(page, 'Tills and devices');
  await page.getByRole('button', { name: 'Create a code' }).click();
  await expect(page.getByRole('img', { name: 'QR code that opens this shop and fills in the code' })).toBeVisible();
  expect.soft(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Revoke Till 1' }).click();
  expect.soft(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Unlock Till 2' }).click();
  await expect(page.getByText('Till 2 is unlocked.')).toBeVisible();
});

test('an idle till locks automatically and keeps the sale', async ({ page, context, world }) => {
  await openShop(context, world);
  await page.clock.install();
  await openTill(page, world.origin);
  await setDue(page, '30.00');
  await wedge(page, '1000000050');
  await expect(redeemButton(page, '30.00')).toBeVisible();
  await page.clock.fastForward('10:01');
  await expect(page.getByText('The sale on screen is saved.')).toBeVisible();
  await unlock(page, PEOPLE.cashier);
  await page.getByRole('button', { name: /^Continue: SGD 30\.00 left to pay since/ }).click();
  await expect(page.getByRole('region', { name: 'Amount due' })).toContainText('30.00');
  await redeemButton(page, '30.00').click();
  await expect(verdict(page, 'Paid in full')).toBeVisible();
});

test.describe('on a server that ends a session after five idle seconds', () => {
  test.use({ settings: { SESSION_IDLE_MS: '5000', UPSTREAM_TIMEOUT_MS: '5500' } });

  test('a redemption in progress survives the lock, and its outcome is shown after the next PIN', async ({ page, context, world }) => {
    await openShop(context, world);
    await openTill(page, world.origin);
    await redeem(page, '9000000001', '20.00');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 10_000 });
    await expect(page.getByText('The sale on screen is saved.')).toBeVisible();
    await unlock(page, PEOPLE.cashier);
    await expect(verdict(page, 'Redeemed')).toBeVisible({ timeout: 10_000 });
    expect(await world.captures('9000000001')).toEqual([2000]);
  });
});

import { faultsOf } from '../support/audit.ts';
import { addAuthenticators } from '../support/authenticators.ts';
import { openPeople, unlock } from '../support/people.ts';
import { openTill } from '../support/till.ts';
import { expect, openShop, PEOPLE, test } from '../support/world.ts';

const BEN = { name: 'Ben', pin: '246813' };

test('a manager confirms changes of staff with a passkey, and a manager without a passkey is not prompted', async ({
  page,
  context,
  world: ofAddress,
}) => {
  /* Passkeys belong to a name, not to an IP address. */
  const world = { ...ofAddress, origin: ofAddress.origin.replace('127.0.0.1', 'localhost') };
  await openShop(context, world);
  await openTill(page, world.origin);
  const authenticators = await addAuthenticators(page);
  await page.keyboard.press('F9');
  await unlock(page, PEOPLE.manager);
  const dialog = page.getByRole('dialog');
  const add = async ({ name, pin }: typeof BEN, role: string) => {
    const form = page.getByRole('form', { name: 'Add a staff member' });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Role').selectOption(role);
    await form.getByLabel('PIN').fill(pin);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  };

  await test.step('the PIN adds the first passkey', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    /* With one shop, no menu mentions it. */
    await page.goto(`${world.origin}/passkeys`);
    await expect(page.getByRole('heading', { name: 'People at head office' })).toHaveCount(0);
    await authenticators.use('device');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(dialog.getByLabel('Your PIN')).toBeFocused();
    await expect(dialog.getByText(/need a passkey made at localhost:\d+\..*You are the only manager\./)).toBeVisible();
    await page.keyboard.type('000000', { delay: 80 });
    await expect(dialog.getByText('Wrong PIN. 9 attempts left.')).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.type(PEOPLE.manager.pin, { delay: 80 });
    await expect(page.getByText('Added: Till 1.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
  });

  await test.step('a change of staff without the passkey has no effect', async () => {
    await openPeople(page);
    await add(BEN, 'Manager');
    await expect(dialog.getByRole('heading', { name: 'Confirm with your passkey' })).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Confirm with your passkey first. Nothing was changed.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change Ben' })).toHaveCount(0);
  });

  await test.step('a passkey confirms the change at once, and the next change too', async () => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Confirm', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Ben can sign in now.')).toBeVisible();
    await add({ name: 'Eve', pin: '135792' }, 'Cashier');
    await expect(page.getByText('Eve can sign in now.')).toBeVisible();
  });

  await test.step('another manager confirms with the PIN if the passkey cannot be used', async () => {
    await page.getByRole('button', { name: 'Lock' }).click();
    await unlock(page, PEOPLE.manager);
    await openPeople(page);
    await authenticators.use(null);
    await add({ name: 'Jo', pin: '975310' }, 'Cashier');
    await dialog.getByRole('button', { name: 'Use another manager’s PIN' }).click();
    await expect(dialog.getByLabel('PIN for Ben')).toBeFocused();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.type(BEN.pin, { delay: 80 });
    await expect(page.getByText('Jo can sign in now.')).toBeVisible();
  });

  await test.step('a manager without a passkey changes staff as before', async () => {
    await page.getByRole('button', { name: 'Lock' }).click();
    await unlock(page, BEN);
    await openPeople(page);
    await add({ name: 'Kim', pin: '864213' }, 'Cashier');
    await expect(page.getByText('Kim can sign in now.')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
});

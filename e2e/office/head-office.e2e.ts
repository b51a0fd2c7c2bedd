import { addAuthenticators } from '../support/authenticators.ts';
import { faultsIn } from '../support/guises.ts';
import { changeShops } from '../support/journal-file.ts';
import { expectNoMouse, listen, pressOn, typeByHand } from '../support/keyboard.ts';
import { unlock } from '../support/people.ts';
import { SECOND_SHOP, writeChain } from '../support/second-shop.ts';
import { openTill } from '../support/till.ts';
import { expect, openShop, PEOPLE, test } from '../support/world.ts';

test.use({ hasTouch: true });

const CHAIN = `office: [Lea, Ray]${SECOND_SHOP}`;
const PHONE = { width: 390, height: 844 };

test('IT adds a person of head office, who signs in with a passkey, cannot open a till, and enrols a colleague', async ({
  page,
  context,
  world: ofAddress,
}) => {
  test.slow();
  /* Passkeys belong to a name, not to an IP address. */
  const world = { ...ofAddress, origin: ofAddress.origin.replace('127.0.0.1', 'localhost') };
  await openShop(context, world);
  const apply = async (chain: string, ...options: string[]) => changeShops(world, 'apply', await writeChain(world, chain), ...options);
  const officeButton = page.getByRole('button', { name: 'Head office' });
  const dialog = page.getByRole('dialog');
  const button = (name: string) => dialog.getByRole('button', { name });
  let code = '';

  await test.step('IT names head office in the file, and prints a code', async () => {
    expect(await changeShops(world, 'passkey', 'Lea')).toMatchObject({ code: 1 });
    expect(await apply(CHAIN)).toMatchObject({ code: 0, output: expect.stringContaining('+ head office: Lea') });
    const { output } = await changeShops(world, 'passkey', 'Lea');
    [code = ''] = output.split(' ');
  });

  await listen(page);
  await openTill(page, world.origin);
  const authenticators = await addAuthenticators(page);

  await test.step('a passkey of the device and a security key are enrolled with the code, by keyboard', async () => {
    await page.keyboard.press('F9');
    await pressOn(page, officeButton);
    await expect(button('Sign in with a passkey')).toBeFocused();
    await pressOn(page, button('I have a code'));
    await expect(dialog.getByLabel('Code for head office')).toBeFocused();
    await typeByHand(page, code.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('heading', { name: 'Passkeys for Lea' })).toBeVisible();
    await authenticators.use('device');
    await pressOn(page, button('Create a passkey'));
    await expect(dialog.getByText('Passkey 2 of 2')).toBeVisible();
    await pressOn(page, button('Create a passkey'));
    await expect(dialog.getByText('That device or key already has a passkey.')).toBeVisible();
    await authenticators.use('key');
    await pressOn(page, button('Create a passkey'));
    await expect(dialog.getByText('Both passkeys are ready.')).toBeVisible();
    await expectNoMouse(page);
  });

  await test.step('on a phone, the passkey opens every shop and redeems nothing', async () => {
    await page.setViewportSize(PHONE);
    await authenticators.use('device');
    await button('Sign in with a passkey').tap();
    await expect(page).toHaveURL(`${world.origin}/shops`);
    const shops = await page.request.get(`${world.origin}/api/shops`, { maxRetries: 1 });
    expect(await shops.json()).toMatchObject([{ name: 'Katong' }, { name: 'Orchard' }]);
    const tender = await page.request.put(`${world.origin}/api/tenders/a1b2c3d4-0000-4000-8000-000000000001`, {
      data: { code: '1000000050', amount: 100, currency: 'SGD' },
      headers: { 'X-Tillside': '1', Origin: world.origin },
      maxRetries: 1,
    });
    expect([tender.status(), await tender.text()]).toEqual([403, expect.stringContaining('visiting')]);
    expect(await world.captures('1000000050')).toEqual([]);
  });

  await test.step('they see all shops and devices, open one, and lock a setting for all', async () => {
    await expect(page.getByRole('rowheader', { name: 'Katong' })).toBeVisible();
    expect(await faultsIn(page, 'all shops', { language: 'ta', colorScheme: 'dark', largeLetters: true })).toEqual([]);
    await page.goto(`${world.origin}/shops/devices`);
    await expect(page.getByRole('listitem').filter({ hasText: 'Till 1 · Orchard' })).toBeVisible();
    await page.getByRole('button', { name: 'Move Till 1 from Orchard to another shop' }).tap();
    await expect(dialog.getByText('Open operations stay with Orchard')).toBeVisible();
    await expect(dialog.getByLabel('Shop')).toContainText('Katong');
    expect(await faultsIn(page, 'moving a device of a shop', { language: 'ta', colorScheme: 'dark', largeLetters: true })).toEqual([]);
    await button('Cancel').tap();
    await page.goto(`${world.origin}/shops`);
    await page.getByRole('button', { name: 'Open Katong' }).tap();
    await expect(page.getByText('Head office, viewing Katong.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
    await page.goto(`${world.origin}/settings/till`);
    await page.getByLabel('Applies to').selectOption('Every shop, locked');
    await page.getByRole('button', { name: 'Save' }).tap();
    await expect(page.getByText('Saved for every shop.')).toBeVisible();
    await expect(page.getByText('Locked by head office')).toBeVisible();
  });

  await test.step('they name their passkeys, and give a colleague a code', async () => {
    await page.getByRole('button', { name: 'Menu' }).filter({ visible: true }).tap();
    await page.getByRole('link', { name: 'Passkeys' }).tap();
    const own = page.getByRole('list', { name: 'Passkeys' });
    await expect(own.getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: 'Rename Phone or security key' }).tap();
    await dialog.getByLabel('Name').fill('Key in the safe');
    await dialog.getByRole('button', { name: 'Save' }).tap();
    await expect(own).toContainText('Key in the safe');
    await page.getByRole('button', { name: 'New code for Ray' }).tap();
    await expect(page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible();
    for (const language of ['ta', 'fr'] as const)
      expect(await faultsIn(page, 'passkeys', { language, colorScheme: 'dark', largeLetters: true })).toEqual([]);
  });

  await test.step('a PIN on the same till gives no rights of head office', async () => {
    await page.goto(`${world.origin}/shops`);
    await expect(page.getByRole('rowheader', { name: 'Katong' })).toBeVisible();
    await page.getByRole('button', { name: 'Lock' }).tap();
    await unlock(page, PEOPLE.manager);
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Lock' })).toBeVisible();
    expect((await page.request.get(`${world.origin}/api/office/members`, { maxRetries: 1 })).status()).toBe(403);
    await page.goto(`${world.origin}/settings/till`);
    await expect(page.getByText('Locked by head office')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  });

  await test.step('after IT has removed them, their passkey is refused with the reason', async () => {
    expect(await apply(CHAIN.replace('Lea, ', ''))).toMatchObject({
      code: 1,
      output: expect.stringContaining('Add --remove to allow these removals:\n- head office: Lea'),
    });
    expect(await apply(CHAIN.replace('Lea, ', ''), '--remove')).toMatchObject({ code: 0 });
    await page.getByRole('button', { name: 'Lock' }).tap();
    await officeButton.tap();
    expect(await faultsIn(page, 'head office', { language: 'ta', colorScheme: 'light', largeLetters: true })).toEqual([]);
    await button('Sign in with a passkey').tap();
    await expect(dialog.getByText('You no longer belong to head office.')).toBeVisible();
  });
});

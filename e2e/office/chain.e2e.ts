import type { BrowserContext, Page } from '@playwright/test';
import { faultsIn } from '../support/guises.ts';
import { changeShops } from '../support/journal-file.ts';
import { unlock } from '../support/people.ts';
import { SHARED_MANAGER, writeChain } from '../support/second-shop.ts';
import { openTill, panel, redeem, redeemButton, setTake, verdict, wedge } from '../support/till.ts';
import { ask, expect, openShop, PEOPLE, signIn, test, type World } from '../support/world.ts';

/** A code that a manager of the first shop creates on a device of their own. */
async function codeOfFirstShop(context: BrowserContext, world: World): Promise<string> {
  await signIn(context, world, 'manager');
  const made = await ask(context.request, world, 'POST', '/api/devices/codes');
  return made?.['code'] ?? '';
}

/** The last redemptions that the browser stores for times without a network. */
const storedRedemptions = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('tillside-last-redemptions');
        opening.addEventListener('error', () => reject(new Error('the database could not be opened')));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('redemptions').objectStore('redemptions').getAll();
          reading.addEventListener('success', () => resolve(reading.result));
        });
      }),
  );

test('IT adds a second shop: its till enrols with a printed code, and each shop sees only its own sales', async ({
  page,
  context,
  browser,
  world,
}) => {
  test.slow();
  await openShop(context, world);
  const file = await writeChain(world, SHARED_MANAGER);
  const other = await browser.newContext({ serviceWorkers: 'block' });
  const katong = await other.newPage();

  await test.step('the plan shows the shop, and apply adds it while the server runs', async () => {
    expect(await changeShops(world, 'plan', file)).toMatchObject({ code: 2, output: expect.stringContaining('+ shop katong: Katong') });
    expect(await changeShops(world, 'apply', file)).toMatchObject({ code: 0 });
    expect(await changeShops(world, 'plan', file)).toMatchObject({ code: 0 });
  });

  await test.step('a browser becomes a till of the second shop, and its manager has one PIN', async () => {
    const { output } = await changeShops(world, 'codes', 'katong');
    await katong.goto(world.origin);
    await katong.getByLabel('Enrolment code').fill(output.split(' ')[0] ?? '');
    await katong.getByLabel('Device name').fill('Till K');
    await katong.getByRole('button', { name: 'Enrol' }).click();
    await unlock(katong, PEOPLE.manager);
    await expect(katong.getByText('Till K · Katong')).toBeVisible();
  });

  await test.step('both shops redeem', async () => {
    await openTill(katong, world.origin);
    await redeem(katong, '1000000050', '20.00');
    await expect(verdict(katong, 'Redeemed')).toBeVisible();
    await openTill(page, world.origin);
    await expect(page.getByText('Till 1 · Orchard')).toBeVisible();
    await redeem(page, '1000000100', '30.00');
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    expect(await world.captures('1000000050')).toEqual([2000]);
  });

  await test.step('and neither sees the other’s transactions', async () => {
    await katong.goto(`${world.origin}/transactions`);
    await expect(katong.getByText(/SGD.20\.00/).first()).toBeVisible();
    await expect(katong.getByText(/SGD.30\.00/)).toHaveCount(0);
    await signIn(context, world, 'manager');
    await page.goto(`${world.origin}/transactions`);
    await expect(page.getByText(/SGD.30\.00/).first()).toBeVisible();
    await expect(page.getByText(/SGD.20\.00/)).toHaveCount(0);
  });

  await test.step('a shop that is switched off redeems nothing, and the other continues', async () => {
    await writeChain(world, SHARED_MANAGER.replace('    staff:', '    suspended: true\n    staff:'));
    expect(await changeShops(world, 'apply', file)).toMatchObject({ code: 0 });
    await expect.poll(async () => (await katong.request.get(`${world.origin}/api/session`)).status()).toBe(403);
    await katong.goto(world.origin);
    await expect(katong.getByRole('heading', { name: 'This shop is switched off' })).toBeVisible();
    await openTill(page, world.origin);
    await wedge(page, '1000000100');
    await expect(panel(page)).toContainText('SGD 970.00');
  });

  await test.step('its page leads on: the device moves to the other shop with a code', async () => {
    const code = await codeOfFirstShop(context, world);
    await katong.getByRole('button', { name: 'Move this device to another shop' }).click();
    const dialog = katong.getByRole('dialog');
    await dialog.getByLabel('Enrolment code').fill(code);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('This device belongs to Katong. Move it to Orchard?')).toBeVisible();
    expect(await faultsIn(katong, 'moving from a switched-off shop', { language: 'ta', colorScheme: 'dark', largeLetters: true })).toEqual(
      [],
    );
    await dialog.getByLabel('Device name').fill('Till 2');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await unlock(katong, PEOPLE.cashier);
    await expect(katong.getByText('Till 2 · Orchard')).toBeVisible();
  });
  await other.close();
});

test('a device that moves to another shop does not take its open redemption along, and can redeem at once', async ({
  page,
  context,
  world,
}) => {
  test.slow();
  await openShop(context, world);
  expect(await changeShops(world, 'apply', await writeChain(world, SHARED_MANAGER))).toMatchObject({ code: 0 });
  await openTill(page, world.origin);
  const asked: string[] = [];
  await page.route(/\/api\/tenders\//, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await redeem(page, '1000000050', '20.00');
  await expect(page.getByText('Do not redeem again').first()).toBeVisible();
  await page.unroute(/\/api\/tenders\//);

  await context.clearCookies();
  const { output } = await changeShops(world, 'codes', 'katong');
  await page.goto(world.origin);
  await page.getByLabel('Enrolment code').fill(output.split(' ')[0] ?? '');
  await page.getByLabel('Device name').fill('Till K');
  await page.getByRole('button', { name: 'Enrol' }).click();
  await unlock(page, PEOPLE.manager);
  await expect(page.getByText('Till K · Katong')).toBeVisible();
  await openTill(page, world.origin);
  await expect(page.getByText('Do not redeem again')).toHaveCount(0);
  const [first = ''] = asked;
  page.on('request', (request) => expect(request.url()).not.toBe(first));
  await redeem(page, '1000000100', '30.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  expect(await world.captures('1000000050')).toEqual([]);
});

test('a manager moves the till to another shop, without clearing its cookies', async ({ page, context, world }) => {
  test.slow();
  await openShop(context, world);
  expect(await changeShops(world, 'apply', await writeChain(world, SHARED_MANAGER))).toMatchObject({ code: 0 });
  await signIn(context, world, 'manager');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${world.origin}/tills`);
  await page.getByRole('button', { name: 'Move this device to another shop' }).click();
  const dialog = page.getByRole('dialog');
  for (const language of ['ta', 'fr'] as const)
    expect(await faultsIn(page, 'moving a device', { language, colorScheme: 'dark', largeLetters: true })).toEqual([]);
  const enter = async (code: string) => {
    await dialog.getByLabel('Enrolment code').fill(code);
    await dialog.getByRole('button', { name: 'Continue' }).click();
  };
  await enter('ABCD-EFGH');
  await expect(dialog.getByText('That code does not work.')).toBeVisible();
  const { output } = await changeShops(world, 'codes', 'katong');
  await enter(output.split(' ')[0] ?? '');
  await expect(dialog.getByText('This device belongs to Orchard. Move it to Katong?')).toBeVisible();
  await expect(dialog.getByText('Open operations stay with Orchard')).toBeVisible();
  await expect(dialog.getByText('This is the only device of Orchard.')).toBeVisible();
  for (const language of ['ta', 'fr'] as const)
    expect(await faultsIn(page, 'the question', { language, colorScheme: 'dark', largeLetters: true })).toEqual([]);
  await dialog.getByLabel('Device name').fill('Till K');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await unlock(page, PEOPLE.manager);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByText('Till K · Katong')).toBeVisible();
  await openTill(page, world.origin);
  await redeem(page, '1000000100', '30.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
});

test('a link of another shop asks for confirmation once, and keeps no data of the former shop', async ({ page, context, world }) => {
  test.slow();
  await openShop(context, world);
  expect(await changeShops(world, 'apply', await writeChain(world, SHARED_MANAGER))).toMatchObject({ code: 0 });
  await openTill(page, world.origin);
  await redeem(page, '1000000100', '30.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await expect.poll(() => storedRedemptions(page)).toHaveLength(1);
  await page.getByRole('button', { name: 'New sale' }).click();
  await wedge(page, '1000000050');
  await setTake(page, '20.00');
  await page.route(/\/api\/tenders\//, (route) => route.abort());
  await redeemButton(page, '20.00').click();
  await expect(page.getByText('Do not redeem again').first()).toBeVisible();
  const link = async () => `${world.origin}/#enrol=${(await changeShops(world, 'codes', 'katong')).output.split(' ')[0] ?? ''}`;
  const dialog = page.getByRole('dialog');
  const question = dialog.getByText('This device belongs to Orchard. Move it to Katong?');

  await test.step('the question names the open redemption, and a device that stays is not asked again', async () => {
    await page.goto(await link());
    await expect(question).toBeVisible();
    await expect(dialog.getByText('1 operation on this device is not confirmed yet.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await expect(page.getByText('Do not redeem again').first()).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the device moves, and shows nothing of the former shop', async () => {
    await page.goto(await link());
    await expect(question).toBeVisible();
    await dialog.getByLabel('Device name').fill('Till K');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await unlock(page, PEOPLE.manager);
    await expect(page.getByText('Till K · Katong')).toBeVisible();
    await page.unroute(/\/api\/tenders\//);
    await openTill(page, world.origin);
    await expect(page.getByText('Do not redeem again')).toHaveCount(0);
    expect(await storedRedemptions(page)).toEqual([]);
    expect(await world.captures('1000000050')).toEqual([]);
  });
});

test('a setting that head office locked is disabled, and the others of its form can be saved', async ({ page, context, world }) => {
  await openShop(context, world);
  const chain = `settings: { askAboveDue: { value: 50000, locked: true } }${SHARED_MANAGER}`;
  expect(await changeShops(world, 'apply', await writeChain(world, chain))).toMatchObject({ code: 0 });
  await signIn(context, world, 'manager');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${world.origin}/settings/till`);
  await expect(page.getByRole('group', { name: 'Locked by head office' })).toBeVisible();
  await expect(page.getByLabel('Confirm amounts due above')).toBeDisabled();
  for (const language of ['ta', 'fr'] as const)
    for (const colorScheme of ['dark', 'light'] as const)
      expect(await faultsIn(page, 'locked setting', { language, colorScheme, largeLetters: language === 'ta' })).toEqual([]);
  await page.getByRole('radio', { name: /0\.80/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.goto(`${world.origin}/settings/limits`);
  await expect(page.getByText('Locked by head office')).toHaveCount(0);
});

test('a manager of both shops opens the other shop from the menu, while the till stays in its own', async ({ page, context, world }) => {
  test.slow();
  await openShop(context, world);
  expect(await changeShops(world, 'apply', await writeChain(world, SHARED_MANAGER))).toMatchObject({ code: 0 });
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/settings/till`);
  const shop = page.getByLabel('Shop', { exact: true });
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await shop.selectOption(name);
    await page.keyboard.press('Escape');
  };

  await test.step('the page stays, and shows the other shop', async () => {
    await choose('Katong');
    await expect(page.getByText('You are viewing Katong. Nothing can be redeemed here.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'At the till' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Redeem', exact: true })).toHaveCount(0);
    await page.goto(world.origin);
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  });

  await test.step('a setting that is saved there belongs to that shop', async () => {
    await page.goto(`${world.origin}/settings/till`);
    await page.getByLabel(/confirm/i).fill('70.00');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('This shop', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Back to Orchard' }).click();
    await expect(page.getByText('This shop', { exact: true })).toHaveCount(0);
  });

  await test.step('back at home the till redeems', async () => {
    await openTill(page, world.origin);
    await redeem(page, '1000000100', '30.00');
    await expect(verdict(page, 'Redeemed')).toBeVisible();
  });

  await test.step('a lock ends the visit', async () => {
    await choose('Katong');
    await page.getByRole('button', { name: 'Lock' }).click();
    await unlock(page, PEOPLE.cashier);
    await expect(page.getByText(/· Orchard/)).toBeVisible();
    await redeem(page, '1000000050', '10.00');
    await expect(verdict(page, 'Redeemed')).toBeVisible();
  });
});

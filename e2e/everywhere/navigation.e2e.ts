import type { BrowserContext, Locator, Page } from '@playwright/test';
import { tabTo } from '../support/keyboard.ts';
import { activate, cardsFrom, openActivate, openStockRoom, paste } from '../support/stock-room.ts';
import { openTill } from '../support/till.ts';
import { expect, openShop, signIn, test, type World } from '../support/world.ts';

const DESK = { width: 1366, height: 768 };
const PHONE = { width: 390, height: 844 };

/** Each page by its name, with its address, the heading of its page, and the place that leads to it. */
const PAGES = {
  Redeem: ['/', 'Redeem', 'Redeem'],
  'Sell vouchers': ['/sell', 'Sell vouchers', 'Sell vouchers'],
  'Activate cards': ['/activate', 'Activate cards', 'Activate cards'],
  'Rack count': ['/rack-count', 'Rack count', 'Rack count'],
  'Count the cards': ['/rack-count', 'Rack count', 'Cards'],
  'My redemptions': ['/transactions', 'My redemptions', 'My redemptions'],
  'My activations': ['/transactions', 'My activations', 'My activations'],
  Today: ['/today', 'Today', 'Today'],
  Money: ['/transactions', 'Transactions', 'Money'],
  Shifts: ['/closings', 'Shifts', 'Money'],
  'Voucher history': ['/transactions/voucher', 'Voucher history', 'Money'],
  Statement: ['/accounting', 'Statement', 'Money'],
  Reconcile: ['/accounting/reconcile', 'Reconcile', 'Money'],
  'Accounting export': ['/accounting/export', 'Accounting export', 'Money'],
  Cards: ['/activate', 'Activate cards', 'Cards'],
  'Sell from cards': ['/sell', 'Sell vouchers', 'Cards'],
  Exceptions: ['/exceptions', 'Exceptions', 'Staff & devices'],
  'Vouchers on hold': ['/holds', 'Vouchers on hold', 'Cards'],
  'Staff & devices': ['/people', 'Staff', 'Staff & devices'],
  'Tills and devices': ['/tills', 'Tills and devices', 'Staff & devices'],
  'Audit trail': ['/audit', 'Audit trail', 'Staff & devices'],
  Settings: ['/settings', 'Settings', 'Settings'],
  Printers: ['/printers', 'Printers', 'Settings'],
  Connections: ['/connections', 'Connections', 'Settings'],
} as const;
type PageName = keyof typeof PAGES;

/** The entries of each role. */
const PLACES_OF = {
  cashier: ['Redeem', 'Sell vouchers', 'My redemptions'],
  stock: ['Activate cards', 'Rack count', 'My activations'],
  manager: ['Redeem', 'Today', 'Money', 'Cards', 'Staff & devices', 'Settings'],
} as const satisfies Record<string, readonly PageName[]>;

/** Pages that a manager reaches from another page, by a tab or a row. */
const BESIDE_OF = {
  cashier: [],
  stock: [],
  manager: [
    'Voucher history',
    'Shifts',
    'Statement',
    'Reconcile',
    'Accounting export',
    'Sell from cards',
    'Count the cards',
    'Tills and devices',
    'Audit trail',
    'Printers',
    'Connections',
  ],
} as const satisfies Record<string, readonly PageName[]>;

/** The number of entries at the bottom of a phone; the menu has the others. */
const AT_THE_BOTTOM = { cashier: 3, stock: 3, manager: 4 } as const;

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Navigation' });
const titleOf = (page: Page, name: PageName) => page.getByRole('heading', { level: 1, name: PAGES[name][1], exact: true });

/** The page that is shown has all places of its role in their order, its own marked, and one title. */
async function expectPlace(page: Page, places: readonly PageName[], name: PageName, title: string = PAGES[name][1]): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(navigation(page).getByRole('link')).toHaveText([...places]);
  await expect(navigation(page).locator('[aria-current]')).toHaveText([PAGES[name][2]]);
}

/** Opens a shop with a person of this role signed in. */
async function openAs(role: keyof typeof PLACES_OF, context: BrowserContext, world: World): Promise<void> {
  await (role === 'stock' ? openStockRoom : openShop)(context, world);
  await signIn(context, world, role);
}

for (const [role, places] of Object.entries(PLACES_OF) as [keyof typeof PLACES_OF, readonly PageName[]][]) {
  test(`every page of a ${role} has the same navigation with the current entry marked, on a desktop and on a phone`, async ({
    page,
    context,
    world,
  }) => {
    test.slow();
    await openAs(role, context, world);
    for (const name of [...places, ...BESIDE_OF[role]]) {
      await page.setViewportSize(DESK);
      await page.goto(`${world.origin}${PAGES[name][0]}`);
      await expectPlace(page, places, name);
      await page.setViewportSize(PHONE);
      await expect(navigation(page).getByRole('link')).toHaveText(places.slice(0, AT_THE_BOTTOM[role]));
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(menu(page).getByRole('link')).toHaveText(places.slice(AT_THE_BOTTOM[role]));
      await expect(page.locator('nav:is([aria-label="Navigation"], [aria-label="Menu"]) [aria-current]:visible')).toHaveText([
        PAGES[name][2],
      ]);
      await page.keyboard.press('Escape');
    }
  });

  test(`a ${role} reaches every page by keyboard, and the focus moves to its title`, async ({ page, context, world }) => {
    test.slow();
    await openAs(role, context, world);
    await page.setViewportSize(DESK);
    await page.goto(`${world.origin}${PAGES[places[0] ?? 'Redeem'][0]}`);
    /* There and back, so that each page is left by its places, and those before and behind it are gone to. */
    for (const place of [...places.slice(1), ...places.toReversed().slice(1)]) {
      await tabTo(page, navigation(page).getByRole('link', { name: place, exact: true }));
      await page.keyboard.press('Enter');
      await expect(navigation(page).locator('[aria-current="page"]')).toHaveText([place]);
      await expect(titleOf(page, place)).toBeFocused();
      await expect(page).toHaveTitle(`${PAGES[place][1]} · Tillside`);
    }
  });
}

test('a manager opens the side navigation by keyboard, and returns from a page of the settings', async ({ page, context, world }) => {
  await openAs('manager', context, world);
  await page.setViewportSize(DESK);
  await page.goto(`${world.origin}/people`);
  const beside = page.getByRole('navigation', { name: 'Staff & devices' });
  await tabTo(page, beside.getByRole('link', { name: 'Audit trail' }));
  await page.keyboard.press('Enter');
  await expect(titleOf(page, 'Audit trail')).toBeFocused();
  await expect(beside.locator('[aria-current="page"]')).toHaveText('Audit trail');
  await page.goto(`${world.origin}/settings`);
  await tabTo(page, page.getByRole('link', { name: /^Connections/ }));
  await page.keyboard.press('Enter');
  await expect(titleOf(page, 'Connections')).toBeFocused();
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Settings' }));
  await page.keyboard.press('Enter');
  await expect(titleOf(page, 'Settings')).toBeFocused();
});

test('the phone menu works by keyboard, and the chosen page’s title receives the focus', async ({ page, context, world }) => {
  await openAs('manager', context, world);
  await page.setViewportSize(PHONE);
  await page.goto(world.origin);
  await tabTo(page, page.getByRole('button', { name: 'Menu' }));
  await page.keyboard.press('Enter');
  await tabTo(page, menu(page).getByRole('link', { name: 'Staff & devices' }));
  await page.keyboard.press('Enter');
  await expect(titleOf(page, 'Staff & devices')).toBeFocused();
  await expect(menu(page)).toHaveCount(0);
});

test('former addresses redirect to the page with their content', async ({ page, context, world }) => {
  await openAs('manager', context, world);
  for (const [former, now] of [
    ['/transactions/closing', '/closings'],
    ['/shifts', '/closings'],
    ['/shifts?day=2026-11-21', '/closings/days?day=2026-11-21'],
    ['/stories', '/transactions/voucher'],
    ['/statement', '/accounting'],
    ['/match', '/accounting/reconcile'],
    ['/books', '/accounting/export'],
  ] as const) {
    await page.goto(`${world.origin}${former}`);
    await expect(page).toHaveURL(`${world.origin}${now}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
});

test('the header, the tabs and the title of a page are aligned at the left edge', async ({ page, context, world }) => {
  await openAs('manager', context, world);
  await page.setViewportSize(DESK);
  await page.goto(`${world.origin}/closings`);
  const leftOf = (one: Locator) =>
    one.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return Math.round(text.getBoundingClientRect().left);
    });
  const person = page.getByRole('banner').getByText(/^Mia/);
  const tab = page.getByRole('navigation', { name: 'Money' }).getByRole('link').first();
  const edge = await leftOf(person);
  expect([await leftOf(tab), await leftOf(titleOf(page, 'Shifts'))]).toEqual([edge, edge]);
  await openTill(page, world.origin);
  await expect(page.getByText('Scan a voucher to begin.')).toHaveCount(1);
  expect(await leftOf(page.getByText('Scan a voucher to begin.'))).toBe(edge);
  expect(await leftOf(page.getByText('Other ways to enter a code'))).toBe(edge);
});

test('the accounting pages have a tab', async ({ page, context, world }) => {
  await openAs('manager', context, world);
  await page.goto(`${world.origin}/closings`);
  const tabs = page.getByRole('navigation', { name: 'Money' }).getByRole('link');
  await expect(tabs).toHaveText(['Transactions', 'Closings', 'Accounting']);
  await tabs.filter({ hasText: 'Accounting' }).click();
  await expect(titleOf(page, 'Statement')).toBeFocused();
});

test('a manager reaches the audit trail in at most three taps, even from a detail page', async ({ page, context, world }) => {
  await openStockRoom(context, world);
  await openActivate(page, world.origin);
  await paste(page, [cardsFrom('000101', 5)]);
  await activate(page, '5 cards').click();
  await expect(page.getByRole('heading', { level: 1, name: '5 of 5 cards are active' })).toBeVisible();
  await signIn(context, world, 'manager');
  await page.reload();
  await expectPlace(page, PLACES_OF.manager, 'Cards', '5 of 5 cards are active');
  for (const [size, touches] of [
    [DESK, ['Staff & devices', 'Audit trail']],
    [PHONE, ['Menu', 'Staff & devices', 'Audit trail']],
  ] as const) {
    await page.setViewportSize(size);
    for (const name of touches) await page.getByRole(name === 'Menu' ? 'button' : 'link', { name }).click();
    await expect(titleOf(page, 'Audit trail')).toBeVisible();
    await page.goBack();
    await page.goBack();
  }
});

test('the first Tab offers to skip the navigation, and the next key still begins a code', async ({ page, context, world }) => {
  await openShop(context, world);
  await page.goto(world.origin);
  await expect(titleOf(page, 'Redeem')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL(`${world.origin}/`);
  await page.keyboard.type('1', { delay: 200 });
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeFocused();
});

test('there is no navigation before sign-in or on printouts', async ({ page, context, world }) => {
  await page.goto(world.origin);
  await expect(page.getByRole('heading', { name: 'Set up this shop' })).toBeVisible();
  await expect(navigation(page)).toHaveCount(0);
  await openShop(context, world);
  await page.goto(`${world.origin}/transactions`);
  await expect(navigation(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(navigation(page)).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('F9');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(navigation(page)).toHaveCount(0);
});

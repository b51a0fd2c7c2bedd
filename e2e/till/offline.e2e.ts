import type { Page } from '@playwright/test';
import { serveReleases } from '../support/releases.ts';
import { scan } from '../support/scanner-keys.ts';
import { openTill, redeem, redeemButton, setDue, takeAllButton, verdict, wedge } from '../support/till.ts';
import { keptInDatabases } from '../support/traces.ts';
import { expect, openShop, PEOPLE, signIn, test } from '../support/world.ts';

/* The app is installed in the browser, as on a till. */
test.use({ serviceWorkers: 'allow' });

const API = /\/api(\/|$)/;

/** Opens the till twice: the first visit installs the service worker, the second is answered by it. */
async function visitTwice(page: Page, origin: string): Promise<void> {
  await openTill(page, origin);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await openTill(page, origin);
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

test.beforeEach(async ({ context, world }) => {
  await openShop(context, world);
});

test('after one visit the till opens without a network, shows that it is offline, and reconnects', async ({ page, context, world }) => {
  await visitTwice(page, world.origin);
  await redeem(page, '1000000050', '20.00');
  await page.getByRole('button', { name: 'Next voucher' }).click();
  await context.setOffline(true);
  await world.killServer();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible();
  await expect(page.getByText('You can view this page, but you can’t redeem.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '··0050' })).toContainText('20.00');
  await expect(page.getByText(/^online$/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Redeem/ })).toHaveCount(0);

  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'The server is not responding' })).toBeVisible();
  await world.startServer();
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
  await expect(page.getByText(/^online$/)).toBeVisible();
});

test('a reload without a network shows the last redemptions of this till, read-only', async ({ page, context, world }) => {
  await visitTwice(page, world.origin);
  for (const [code, amount] of [
    ['1000000050', '20.00'],
    ['1000000051', '3.40'],
  ] as const) {
    await redeem(page, code, amount);
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    await page.getByRole('button', { name: 'Next voucher' }).click();
    await page.getByRole('button', { name: 'New sale' }).click();
  }
  await context.setOffline(true);
  await world.killServer();
  await page.reload();
  const kept = page.getByRole('region', { name: 'Last redemptions on this till' });
  await expect(kept.getByRole('listitem')).toHaveCount(2);
  await expect(kept.getByRole('listitem').first()).toContainText(/··0051.*3\.40.*Redeemed/);
  await expect(kept.getByRole('listitem').last()).toContainText(/··0050.*20\.00.*Redeemed/);
  await expect(kept.getByRole('button')).toHaveCount(0);
  const everything = await keptInDatabases(page);
  expect(everything).not.toContain('1000000050');
  expect(everything).not.toContain('1000000051');
});

test.describe('at a till that stays open', () => {
  /* Chromium reports a page as online again when its service worker, which is offline too, becomes
     idle. */
  test.use({ serviceWorkers: 'block' });

  test('a till with parts that cannot be loaded in the background still redeems', async ({ page, context, world }) => {
    await signIn(context, world, 'manager');
    await page.route(/\/assets\/approval-alert/, (route) => route.abort());
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('approval-alert'));
    await openTill(page, world.origin);
    await lost;
    await redeem(page, '1000000050', '20.00');
    await expect(verdict(page, 'Redeemed')).toBeVisible();
  });

  test('a scan without a network reports that it cannot be checked, and works once the network returns', async ({
    page,
    context,
    world,
  }) => {
    await openTill(page, world.origin);
    await context.setOffline(true);
    await expect(page.getByText(/^offline$/)).toBeVisible();
    /* Chromium takes a page that was put offline to be online as soon as a session of its protocol ends, and the other hand scanner needs one. */
    await scan(
      page,
      [...Array.from('1000000050'), 'Enter'].map((key) => ({ key })),
    );
    await expect(page.getByText('No network. Codes can’t be checked.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Redeem/ })).toHaveCount(0);
    await context.setOffline(false);
    await page.getByRole('region', { name: 'Not checked' }).getByRole('button', { name: 'Try again' }).click();
    await takeAllButton(page, '50.00').click();
    await expect(verdict(page, 'Redeemed')).toBeVisible();
  });
});

test('the service worker serves the pages and never handles the API', async ({ page, world }) => {
  await visitTwice(page, world.origin);
  const fromWorker = { pages: new Set<boolean>(), api: new Set<boolean>() };
  page.on('response', (response) => {
    const kind = API.test(new URL(response.url()).pathname) ? 'api' : 'pages';
    fromWorker[kind].add(response.fromServiceWorker());
  });
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '20.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  expect(fromWorker).toEqual({ pages: new Set([true]), api: new Set([false]) });

  const kept = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/index.html');
  expect(kept.filter((path) => API.test(path))).toEqual([]);
});

test('a new version waits until the till is idle and a person agrees', async ({ page, world }) => {
  const releases = await serveReleases(world.origin);
  await visitTwice(page, releases.origin);
  const offer = page.getByText('A new version is ready.');
  releases.next();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(offer).toBeVisible();
  await setDue(page, '30.00');
  await expect(offer).toHaveCount(0);
  await wedge(page, '1000000050');
  await expect(redeemButton(page, '30.00')).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.keyboard.press('F9');
  await expect(page.getByText('The sale on screen is saved.')).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.getByRole('button', { name: new RegExp(`^${PEOPLE.cashier.name}`) }).click();
  await expect(page.getByLabel(`PIN for ${PEOPLE.cashier.name}`)).toBeFocused();
  await page.keyboard.type(PEOPLE.cashier.pin, { delay: 80 });
  await redeemButton(page, '30.00').click();
  await expect(verdict(page, 'Paid in full')).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.getByRole('button', { name: 'Next customer' }).click();
  await expect(offer).toBeVisible();
  await page.keyboard.press('F9');
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update now' }).click();
  await loaded;
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await releases.close();
});

test('a part that cannot be loaded later does not affect the till', async ({ page, world }) => {
  await page.route(/assets\/report-device/, (route) => route.abort());
  const asked = page.waitForRequest(/assets\/report-device/);
  await openTill(page, world.origin);
  await asked;
  await redeem(page, '1000000050', '20.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
});

test('a locked till that is not in use updates automatically', async ({ page, world }) => {
  const releases = await serveReleases(world.origin);
  /* A minute without input passes at once. */
  await page.addInitScript(() => {
    const { setTimeout: wait } = window;
    Object.assign(window, { setTimeout: (run: () => void, ms?: number) => wait(run, ms === 60_000 ? 500 : ms) });
  });
  await visitTwice(page, releases.origin);
  releases.next();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await page.keyboard.press('F9');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  const loaded = page.waitForEvent('load');
  await loaded;
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('A new version is ready.')).toHaveCount(0);
  await releases.close();
});

test('a new version is not offered during a refund, and is shown below the header afterwards', async ({ page, world }) => {
  const releases = await serveReleases(world.origin);
  await visitTwice(page, releases.origin);
  const offer = page.getByText('A new version is ready.');
  await redeem(page, '1000000050', '20.00');
  await page.getByRole('button', { name: 'Next voucher' }).click();
  releases.next();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(offer).toBeVisible();
  const [header, line] = await Promise.all([page.getByRole('banner').boundingBox(), offer.boundingBox()]);
  expect((line?.y ?? 0) - (header?.y ?? 0) - (header?.height ?? 0)).toBeLessThan(60);

  await world.strike('silentBeforeCommit');
  await page.getByRole('region', { name: 'My last ten redemptions' }).getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('radio', { name: 'Wrong amount' }).check();
  await page.getByRole('button', { name: 'Refund SGD 20.00' }).click();
  await expect(page.getByText('Still checking with the issuer')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Checking refund' })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.keyboard.press('F9');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await releases.close();
});

import type { Page } from '@playwright/test';
import { faultsOf } from '../support/audit.ts';
import { choose, expectBooksAgree, expectSale, sell, test } from '../support/shop-window.ts';
import { openTill, panel, redeemButton, setTake, verdict, wedge } from '../support/till.ts';
import { keptInDatabases, keptOutside, recordTraffic } from '../support/traces.ts';
import { ask, expect, joinShop, openShop, signIn } from '../support/world.ts';

const row = (page: Page, number: number) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${number}··`) });
const paper = (page: Page) => page.locator('[data-paper] article');

test.beforeEach(async ({ context, world }) => {
  test.slow();
  await openShop(context, world);
});

test('a cashier sells a product and reveals the voucher, and its link is scanned and redeemed at the till', {
  tag: '@main',
}, async ({ page, context, world, sold }) => {
  await openTill(page, world.origin);
  await page.getByRole('link', { name: 'Sell vouchers' }).click();
  await page.getByLabel('Search the catalogue').fill('sample ten');
  await expect(page.getByText('1 product', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '$10 Sample Voucher' }).click();
  await expect(page.getByText('Ten dollars in any shop, in parts')).toBeVisible();
  await page.getByRole('button', { name: 'Issue 1 voucher' }).click();
  await expectSale(page, '1 voucher issued');
  const [booked] = await expectBooksAgree(context.request, world, page.url().slice(-36), sold);
  expect(booked).toMatchObject({ productCode: 'ABCV010SG01', faceValue: 1000, status: 'Active' });
  const { ref = '', voucherId = '' } = booked ?? {};

  await expect.poll(() => page.content()).not.toContain(ref);
  await page.getByRole('button', { name: 'Show voucher 1' }).click();
  const shown = page.getByRole('dialog', { name: 'Voucher 1' });
  await shown.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(shown.getByText(ref)).toBeVisible();
  await expect(shown.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expect(shown.getByRole('img', { name: 'Bar code' })).toBeVisible();
  await expect(shown.getByText(/^https:\/\//)).toBeVisible();
  await expect(shown.getByText('PIN', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shown).toBeHidden();
  await expect.poll(() => page.content()).not.toContain(ref);

  const sale = page.url();
  await openTill(page, world.origin);
  await wedge(page, `https://vouchers.example/v/${voucherId}`);
  await expect(panel(page).getByText('$10 Sample Voucher')).toBeVisible();
  await setTake(page, '10.00');
  await redeemButton(page, '10.00').click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  expect(await world.captures(ref)).toEqual([1000]);

  await page.goto(sale);
  await page.getByRole('button', { name: 'Check status' }).click();
  await expect(row(page, 1).getByText('Used')).toBeVisible();
});

test('a voucher of open value is issued for the typed amount within its bounds, with a reference', async ({ page, world, sold }) => {
  await choose(page, world, 'Sample Voucher of your amount');
  const value = page.getByLabel('Value of each voucher');
  const issue = page.getByRole('button', { name: 'Issue 2 vouchers' });
  await page.getByLabel('How many').fill('2');
  for (const wrong of ['', '0.99', '1000.01', '1,000.001', 'ten']) {
    await value.fill(wrong);
    await issue.click();
    await expect(value).toBeFocused();
  }
  await value.fill('5+3');
  await expect(page.getByRole('button', { name: 'Issue 2 vouchers', exact: true })).toBeVisible();
  for (const right of ['12,5', '12.50', 'SGD 12.5']) {
    await value.fill(right);
    await expect(page.getByRole('button', { name: 'Issue 2 vouchers of SGD 12.50' })).toBeVisible();
  }
  await expect(page.getByText('25.00')).toBeVisible();
  const reference = page.getByLabel('Reference (optional)');
  await reference.fill('order 1');
  await issue.click();
  await expect(reference).toBeFocused();
  await reference.fill('order#1/A');
  await issue.click();
  await expectSale(page, '2 vouchers issued');
  await expect(page.getByText('2 vouchers of SGD 12.50')).toBeVisible();
  await expect(page.getByText('Reference order#1/A')).toBeVisible();
  expect((await sold()).map(({ faceValue }) => faceValue)).toEqual([1250, 1250]);
  await page.getByRole('link', { name: 'Sell more vouchers' }).click();
  await page.getByRole('link', { name: 'Sample Voucher of your amount' }).click();
  await expectSale(page, '2 vouchers issued');
});

test('the page stays fast with five hundred vouchers, and draws codes only on request', async ({ page, context, world, sold }) => {
  test.setTimeout(240_000);
  await page.addInitScript(() => {
    /* The longest time in which the page could not answer a touch. */
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      document.documentElement.dataset['stalled'] = String(Math.max(Number(document.documentElement.dataset['stalled'] ?? 0), now - last));
      last = now;
    }, 10);
  });
  const id = await sell(page, world, 500);
  await expectSale(page, '500 vouchers issued');
  await expect(page.getByText('1 to 20 of 500')).toBeVisible();
  expect(await page.getByRole('main').getByRole('listitem').count()).toBeLessThanOrEqual(20);
  await expect(page.getByRole('img')).toHaveCount(0);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Check status' }).click();
  await expect(row(page, 40).getByText('Active')).toBeVisible();
  const booked = await expectBooksAgree(context.request, world, id, sold);
  expect(new Set(booked.map(({ ref }) => ref)).size).toBe(500);

  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.getByText(/^Preparing the codes: \d+ of 500$/)).toBeVisible();
  await expect(page.getByText('The sheet is ready to print.')).toBeVisible({ timeout: 120_000 });
  await expect(paper(page)).toHaveCount(500);
  expect(Number(await page.evaluate(() => document.documentElement.dataset['stalled']))).toBeLessThan(2_500);
});

test('the seller prints vouchers once, and only a manager prints them again, with a reason in the trail', async ({
  page,
  context,
  browser,
  world,
  sold,
}) => {
  const id = await sell(page, world, 3);
  await expectSale(page, '3 vouchers issued');
  for (const kind of ['A4 sheets', '80 mm roll']) {
    if (kind === '80 mm roll') {
      await sell(page, world, 2);
      await expectSale(page, '2 vouchers issued');
    }
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByRole('radio', { name: kind }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click();
    await expect(page.getByText('The sheet is ready to print.')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(paper(page).first().getByRole('img', { name: 'QR code' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Finished' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Finished' }).click();
    await expect(paper(page)).toHaveCount(0);
    await expect(page.getByText(/^Printed .* by Ana\. A manager can print them again\.$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print', exact: true })).toHaveCount(0);
  }
  await page.reload();
  await expect(page.getByText('Printed', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Show voucher/ })).toHaveCount(0);

  const managers = await browser.newContext();
  await joinShop(context, managers, world, 'manager');
  const manager = await managers.newPage();
  await manager.goto(`${world.origin}/sell`);
  await manager.getByRole('link', { name: /3 vouchers.*Ana/ }).click();
  await manager.getByRole('button', { name: 'Print again' }).click();
  await manager.getByLabel('Reason').fill('The printer jammed');
  await manager.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click();
  await expect(manager.getByText('The sheet is ready to print.')).toBeVisible();
  const text = (await paper(manager).allTextContents()).join('\n');
  const codes = (await sold()).map(({ ref }) => ref).filter((ref) => text.includes(ref));
  expect(codes).toHaveLength(3);
  const issue = await context.request.get(`${world.origin}/api/issues/${id}`);
  expect(await issue.json()).toMatchObject({ printed: 3, lastPrint: { person: 'Mia' } });
  const period = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
  const trail = await ask(managers.request, world, 'POST', '/api/audit/search', period);
  const reprint = { action: 'voucher.reprinted', subject: id, details: { vouchers: 3, reason: 'The printer jammed' } };
  expect(trail).toMatchObject({ lines: expect.arrayContaining([expect.objectContaining(reprint)]) });
  for (const { ref } of await sold()) expect(JSON.stringify(trail)).not.toContain(ref);
  await managers.close();
});

test.describe('an app that the browser has stored', () => {
  test.use({ serviceWorkers: 'allow' });

  test('voucher codes appear in no address, title, storage or log, and are removed from the page when it is left', async ({
    page,
    context,
    world,
    sold,
  }) => {
    const traffic = await recordTraffic(context);
    await sell(page, world, 2);
    await expectSale(page, '2 vouchers issued');
    await page.getByRole('button', { name: 'Show voucher 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByRole('img', { name: 'Bar code' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click();
    await expect(page.getByText('The sheet is ready to print.')).toBeVisible();
    const everything = [traffic.urls(), await keptOutside(page), await keptInDatabases(page), world.log()].join('\n');
    for (const { ref, voucherId } of await sold()) {
      expect(everything).not.toContain(ref);
      expect(everything).not.toContain(voucherId);
    }
    await page.getByRole('link', { name: 'Sell more vouchers' }).click();
    await expect(page.getByRole('heading', { name: 'Sell vouchers' })).toBeVisible();
    for (const { ref } of await sold()) expect(await page.content()).not.toContain(ref);
    expect(traffic.complaints()).toEqual([]);
  });
});

test('the selling screens have no accessibility violations', async ({ page, context, world, issuer }) => {
  test.setTimeout(300_000);
  const everybody = async () => expect.soft(await faultsOf(page)).toEqual([]);
  await page.goto(`${world.origin}/sell`);
  await expect(page.getByText('Sales appear here.')).toBeVisible();
  await everybody();
  issuer.decide(2, { only: 13 });
  await choose(page, world, 'Sample Voucher of your amount');
  await page.getByLabel('Value of each voucher').fill('12.50');
  await page.getByLabel('How many').fill('70');
  await everybody();
  await page.getByRole('button', { name: /^Issue/ }).click();
  await expectSale(page, '33 of 70 issued', 'Partly issued');
  await page.getByRole('button', { name: 'Check status' }).click();
  await expect(row(page, 1).getByText('Active')).toBeVisible();
  await everybody();
  await page.getByRole('button', { name: 'Show voucher 1', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('img', { name: 'Bar code' })).toBeVisible();
  await everybody();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await everybody();
  await page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.getByText('The sheet is ready to print.')).toBeVisible();
  await signIn(context, world, 'manager');
  await page.reload();
  await page.getByRole('button', { name: 'Print again' }).click();
  await everybody();
});

test('a voucher is sent by copying the issuer’s link, leaves the list, and is recorded in the trail', async ({
  page,
  context,
  world,
  sold,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await sell(page, world, 2);
  await expectSale(page, '2 vouchers issued');
  const ref = (await sold())[1]?.ref ?? '';
  await page.getByRole('button', { name: 'Send voucher 2' }).click();
  await page.getByRole('button', { name: 'Get the link' }).click();
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).origin).not.toBe(world.origin);
  expect(link).not.toContain(ref);
  await expect(page.getByRole('link', { name: 'E-mail' })).toHaveAttribute('href', /^mailto:/);
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Sent .* by Ana$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show voucher 2' })).toHaveCount(0);
  await signIn(context, world, 'manager');
  const now = new Date();
  const body = {
    from: new Date(now.getTime() - 3_600_000).toISOString(),
    to: new Date(now.getTime() + 60_000).toISOString(),
    kind: 'sales',
  };
  const trail = await ask(context.request, world, 'POST', '/api/audit/search', body);
  expect(trail).toMatchObject({ lines: expect.arrayContaining([expect.objectContaining({ action: 'issue.voucher-sent', subject: id })]) });
});

test('a voucher whose link was sent is printed only by a manager, with a reason, as a copy', async ({ page, context, browser, world }) => {
  await sell(page, world, 1);
  await expectSale(page, '1 voucher issued');
  const sale = page.url();
  const secondTab = await context.newPage();
  await secondTab.goto(sale);
  await expect(secondTab.getByRole('button', { name: 'Print', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send voucher 1' }).click();
  await page.getByRole('button', { name: 'Get the link' }).click();
  await expect(page.getByRole('button', { name: 'Copy the link' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('A manager can print them again.')).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Sent .* by Ana$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Print|Show voucher|Send voucher)/ })).toHaveCount(0);

  await expect(secondTab.getByRole('button', { name: /^(Print|Show voucher|Send voucher)/ })).toHaveCount(0);

  const managers = await browser.newContext();
  await joinShop(context, managers, world, 'manager');
  const manager = await managers.newPage();
  await manager.goto(sale);
  await manager.getByRole('button', { name: 'Print again' }).click();
  await manager.getByLabel('Reason').fill('The customer wants paper');
  await manager.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click();
  await expect(manager.getByText('The sheet is ready to print.')).toBeVisible();
  await expect(paper(manager).getByText('Copy', { exact: true })).toHaveCount(1);
  await managers.close();
});

test('a manager takes back a sale, whose vouchers are refused at the till and can no longer be printed', async ({
  page,
  context,
  world,
  sold,
}) => {
  await sell(page, world, 2);
  await expectSale(page, '2 vouchers issued');
  const ref = (await sold())[1]?.ref ?? '';
  await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(0);
  await signIn(context, world, 'manager');
  await page.reload();
  await page.getByRole('button', { name: 'Take back' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take this sale back' });
  await expect(dialog.getByText('SGD 20.00 left')).toBeVisible();
  await expect(dialog.getByText('Vouchers with a balance: 2 of 2.')).toBeVisible();
  expect.soft(await faultsOf(page)).toEqual([]);
  await dialog.getByLabel('Receipt number of the refund (optional)').fill('R-104');
  await dialog.getByLabel('Reason').fill('Wrong product');
  await dialog.getByRole('button', { name: 'Take back 2 vouchers' }).click();
  await expect(page.getByText(/^Taken back .* by Mia\. The vouchers were put on hold\.$/)).toBeVisible();
  await expect(page.getByText('Refund receipt R-104')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Print|Send voucher|Show voucher|Take back)/ })).toHaveCount(0);
  expect.soft(await faultsOf(page)).toEqual([]);
  await openTill(page, world.origin);
  await wedge(page, ref);
  await expect(verdict(page, 'On hold: call a manager').or(panel(page).getByText('On hold: call a manager')).first()).toBeVisible();
});

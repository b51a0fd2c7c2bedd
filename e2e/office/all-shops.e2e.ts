import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { faultsIn, TONGUES } from '../support/guises.ts';
import { changeJournal, changeShops } from '../support/journal-file.ts';
import { SECOND_SHOP, SHARED_MANAGER, writeChain } from '../support/second-shop.ts';
import { ask, expect, openShop, signIn, test } from '../support/world.ts';

test('a manager of both shops, and head office, see the closings, statement and exceptions of both', async ({
  page,
  context,
  browser,
  world,
}) => {
  test.slow();
  await openShop(context, world);
  await signIn(context, world, 'manager');
  const apply = async (chain: string) => changeShops(world, 'apply', await writeChain(world, chain));
  const links = page.getByRole('navigation').getByRole('link', { name: 'All shops', exact: true });
  const other = await browser.newContext({ serviceWorkers: 'block' });
  const shopCard = (name: string) => page.getByRole('group').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}`) }) });

  await test.step('a manager of one of the shops has no such pages', async () => {
    expect(await apply(SECOND_SHOP)).toMatchObject({ code: 0 });
    await page.goto(`${world.origin}/today`);
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
    await expect(links).toHaveCount(0);
    for (const what of ['closings?from=2030-01-01&to=2030-01-02', 'exceptions'])
      expect((await page.request.get(`${world.origin}/api/chain/${what}`, { maxRetries: 1 })).status()).toBe(403);
    await page.goto(`${world.origin}/shops/exceptions`);
    await expect(page.getByText('Your role does not allow this')).toBeVisible();
  });

  await test.step('both shops redeem, and Katong refunds twice at once', async () => {
    expect(await apply(SHARED_MANAGER)).toMatchObject({ code: 0 });
    const [code] = (await changeShops(world, 'codes', 'katong')).output.split(' ');
    await ask(other.request, world, 'POST', '/api/devices', { code, name: 'Till K' });
    await expect.poll(async () => (await other.request.get(`${world.origin}/api/people`)).status()).toBe(200);
    await signIn(other, world, 'manager');
    for (const voucher of ['1000000050', '1000000100']) {
      const id = randomUUID();
      await ask(other.request, world, 'PUT', `/api/tenders/${id}`, { code: voucher, amount: 2000, currency: 'SGD' });
      await ask(other.request, world, 'PUT', `/api/refunds/${randomUUID()}`, { tenderId: id, reason: 'Wrong voucher' });
    }
    const taken = { code: '1000000100', amount: 500, currency: 'SGD' };
    await ask(other.request, world, 'PUT', `/api/tenders/${randomUUID()}`, taken);
    await ask(context.request, world, 'PUT', `/api/tenders/${randomUUID()}`, { ...taken, amount: 3000 });
  });

  await test.step('the manager opens a shift of the other shop from the list of all', async () => {
    await page.goto(`${world.origin}/today`);
    await links.first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'All closings' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'All shops' })).toContainText(/SGD.35\.00/);
    await expect(shopCard('Orchard')).toContainText(/SGD.30\.00/);
    expect(await faultsIn(page, 'all closings', { language: 'ta', colorScheme: 'dark', largeLetters: true })).toEqual([]);
    await page.getByRole('button', { name: 'Other dates' }).click();
    await page.getByLabel('First day').fill(await page.getByLabel('Last day').inputValue());
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(shopCard('Katong')).toContainText(/Issuer total\s*SGD.5\.00/);
    await shopCard('Katong').getByRole('button', { name: 'Till K, Mia' }).click();
    await expect(page.getByText('You are viewing Katong. Nothing can be redeemed here.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'X report (shift open)' })).toBeVisible();
  });

  await test.step('the statement adds up both shops, and is a file', async () => {
    await page.goto(`${world.origin}/shops/statement`);
    const total = page.getByRole('region', { name: 'All shops' }).getByRole('row').last();
    await expect(total).toContainText(/SGD.35\.00/);
    await expect(page.getByRole('region', { name: 'Katong' }).getByRole('row').last()).toContainText(/SGD.5\.00/);
    expect(await faultsIn(page, 'statement of all shops', { language: 'fr', colorScheme: 'light', largeLetters: true })).toEqual([]);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
    expect(file.suggestedFilename()).toMatch(/^vouchers-taken-.*\.csv$/);
  });

  await test.step('a shop that is switched off is marked, in the totals and in the files, until it is back', async () => {
    await page.getByRole('button', { name: 'Back to Orchard' }).click();
    await expect(page.getByText('You are viewing Katong.')).toHaveCount(0);
    changeJournal(world, 'update session set office = 1');
    const totalMark = page.getByText('Total is incomplete');
    const openPage = async (path: string, isIncomplete: boolean) =>
      expect(async () => {
        await page.goto(`${world.origin}/shops${path}`);
        await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible({ timeout: 5_000 });
        await expect(totalMark).toHaveCount(isIncomplete ? (path === '' ? 2 : 1) : 0, { timeout: 1_000 });
      }).toPass();
    const linesOfFile = async () => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
      return (await readFile(await file.path(), 'utf8')).split('\r\n');
    };
    await openPage('', false);
    expect(await apply(`${SHARED_MANAGER}    suspended: true\n`)).toMatchObject({ code: 0 });
    for (const path of ['/statement', '/closings']) {
      await openPage(path, true);
      await expect(page.getByText('Switched off and not included: Katong')).toBeVisible();
      expect(await linesOfFile()).toContainEqual(expect.stringMatching(/^Katong,.*,suspended$/));
    }
    await openPage('', true);
    await expect(page.getByRole('row').filter({ hasText: 'Katong' })).toContainText('Switched off');
    expect(await linesOfFile()).toContainEqual(expect.stringMatching(/^Katong,SGD,.*,suspended$/));
    for (const language of TONGUES)
      expect(await faultsIn(page, 'an incomplete total', { language, colorScheme: 'light', largeLetters: true })).toEqual([]);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.screenshot({ path: test.info().outputPath(`incomplete-${width}.png`), fullPage: true });
    }
    expect(await apply(`${SHARED_MANAGER}    suspended: false\n`)).toMatchObject({ code: 0 });
    await openPage('', false);
  });

  await test.step('head office opens the exceptions of a shop', async () => {
    await expect(page.getByRole('row').filter({ hasText: 'Katong' }).locator('[data-name="Exceptions"]')).toHaveText('1');
    expect(await faultsIn(page, 'all shops', { language: 'fr', colorScheme: 'light', largeLetters: false })).toEqual([]);
    await page.getByRole('link', { name: 'All exceptions' }).click();
    await expect(page.getByRole('region', { name: 'Orchard' })).toHaveCount(0);
    expect(await faultsIn(page, 'all exceptions', { language: 'ta', colorScheme: 'dark', largeLetters: true })).toEqual([]);
    await page
      .getByRole('region', { name: 'Katong' })
      .getByRole('button', { name: /^Mia refunded their own redemptions/ })
      .click();
    await expect(page.getByText('Head office, viewing Katong.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'To review' }).getByRole('listitem')).toHaveCount(1);
  });
  await other.close();
});

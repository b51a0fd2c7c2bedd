import { openTill, panel, takeAllButton, verdict, wedge } from '../support/till.ts';
import { expect, openShop, test } from '../support/world.ts';

test.describe('on the sandbox', () => {
  test.use({ settings: { VOUCHER_SERVICE: 'sandbox' } });

  test('a newcomer redeems a training voucher after one tap, a name and a PIN', { tag: '@main' }, async ({ page, world }) => {
    await page.goto(world.origin);
    await expect(page.getByText('Never takes it twice.')).toBeVisible();
    await expect(page.getByRole('img', { name: /the issuer’s response is lost/ })).toBeVisible();
    await page.getByRole('button', { name: 'Try training mode' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText('Training till', { exact: true })).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveText([/Training cashier.*480317/, /Training manager.*736140/, /Training stock.*592806/]);

    await page.getByRole('button', { name: 'Training cashier' }).click();
    await expect(page.getByText('Training PIN 480317')).toBeVisible();
    const pad = page.getByRole('group', { name: 'Keypad' });
    for (const digit of '480317') await pad.getByRole('button', { name: digit, exact: true }).click();

    await expect(page.getByText('Training mode: no real money')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
    await wedge(page, '1234567890');
    await expect(panel(page)).toContainText('10.00');
    await takeAllButton(page, '10.00').click();
    await expect(verdict(page, 'Redeemed')).toBeVisible();
  });

  test('the animation on the first screen can be paused', async ({ page, world }) => {
    await page.goto(world.origin);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const picture = page.getByRole('img', { name: /the issuer’s response is lost/ });
    const running = () => picture.evaluate((it) => it.getAnimations({ subtree: true }).some(({ playState }) => playState === 'running'));
    await expect.poll(running).toBe(true);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect.poll(running).toBe(false);
    await page.getByRole('button', { name: 'Play' }).click();
    await expect.poll(running).toBe(true);
  });

  test('the training vouchers cover every kind, and one can be shown to a camera', async ({ page, world }) => {
    await page.goto(world.origin);
    await page.getByRole('button', { name: 'Try training mode' }).click();
    await page.getByRole('button', { name: 'Training stock' }).click();
    await page.keyboard.type('592806', { delay: 80 });
    await page.getByRole('link', { name: 'Training vouchers', exact: true }).click();
    for (const group of ['Everyday', 'Declined', 'Voucher types', 'Physical cards', 'Problems']) {
      await expect(page.getByRole('region', { name: group }).getByRole('listitem').first()).toBeVisible();
    }
    for (const words of [
      'Used',
      'Expired',
      'Not activated',
      'Cancelled',
      'Unknown',
      '$25, single-use',
      'Four coffees',
      'Card 000101',
      'No answer, redeemed',
    ]) {
      await expect(page.getByRole('heading', { level: 3, name: words, exact: true })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Show full size: Four coffees' }).click();
    const large = page.getByRole('dialog', { name: 'Four coffees' });
    await expect(large.getByRole('img', { name: 'Bar code' })).toBeVisible();
    const { width } = (await large.getByRole('img', { name: 'QR code' }).boundingBox()) ?? { width: 0 };
    expect(width).toBeGreaterThan(300);
    await page.keyboard.press('Escape');
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Card 000101', exact: true }) });
    await expect(card.getByRole('img', { name: 'Sequence number 000101' })).toBeVisible();
    await expect(card.getByText('To activate: the sequence number')).toBeVisible();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Problems');
    await expect(page.getByRole('region', { name: 'Everyday' })).toHaveCount(0);
  });
});

test('a server with real credentials offers no training mode', async ({ page, context, world }) => {
  await page.goto(world.origin);
  await expect(page.getByRole('heading', { name: 'Set up this shop' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try training mode' })).toHaveCount(0);
  const practise = await context.request.post(`${world.origin}/api/practice`, { headers: { 'X-Tillside': '1', Origin: world.origin } });
  expect(practise.status()).toBe(404);

  await openShop(context, world);
  await openTill(page, world.origin);
  await expect(page.getByText(/training/i)).toHaveCount(0);
  expect((await context.request.get(`${world.origin}/api/practice/vouchers`)).status()).toBe(404);
  await page.goto(`${world.origin}/practice`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

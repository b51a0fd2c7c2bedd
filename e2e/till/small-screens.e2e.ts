import { openTill, redeemButton, setDue, verdict, wedge } from '../support/till.ts';
import { ask, expect, openShop, signIn, test } from '../support/world.ts';

const PHONE = { width: 390, height: 844 };
const SIDEWAYS = { width: 844, height: 390 };

test('a phone shows the amount due and the amount left after this voucher while the voucher is open', async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await setDue(page, '80.00');
  await page.setViewportSize(PHONE);
  await wedge(page, '1000000050');
  await expect(redeemButton(page, '50.00')).toBeVisible();
  await expect(page.getByText('Due SGD 80.00 · SGD 30.00 left to pay after this')).toBeInViewport();
  await page.keyboard.press('F4');
  await page.keyboard.type('10', { delay: 120 });
  await expect(page.getByText('Due SGD 80.00 · SGD 70.00 left to pay after this')).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByText(/left to pay after this/)).toBeHidden();
});

test.describe('in Tamil, the language with the longest words', () => {
  test.use({ viewport: PHONE });
  test.beforeEach(async ({ context, world }) => {
    await openShop(context, world);
    await context.addInitScript(() => localStorage.setItem('tillside.language', 'ta'));
  });

  test('a phone shows the main button below the keypad, even with notices above it', async ({ page, world }) => {
    await page.goto(world.origin);
    await expect(page.getByRole('textbox').first()).toBeVisible();
    await wedge(page, '1000000050');
    const redeemAll = page.getByRole('button', { name: 'முழுவதும் பயன்படுத்து: SGD 50.00' });
    await expect(redeemAll).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: '5', exact: true }).click();
    await page.getByRole('button', { name: /^SGD 5\.00/ }).click();
    await page.getByRole('heading', { level: 1, name: 'பயன்படுத்தப்பட்டது' }).waitFor();
    await page.keyboard.press('Escape');
    await wedge(page, '1000000050');
    await expect(page.getByRole('button', { name: 'தொகையை உள்ளிடவும்', exact: true })).toBeInViewport({ ratio: 1 });
  });

  test('a phone sorts transactions by every column from one menu', async ({ page, context, world }) => {
    await signIn(context, world, 'manager');
    await page.goto(`${world.origin}/transactions`);
    const sortBy = page.getByLabel('வரிசைப்படுத்து');
    await expect(sortBy.getByRole('option')).toHaveCount(6);
    await sortBy.selectOption('amount');
    await expect(page).toHaveURL(/sort=-?amount/);
    const before = page.url();
    await page.getByRole('button', { name: 'வரிசையைத் திருப்பு' }).click();
    await expect(page).not.toHaveURL(before);
  });
});

test('French puts the currency after every amount of the transactions', async ({ page, context, world }) => {
  await openShop(context, world);
  await context.addInitScript(() => localStorage.setItem('tillside.language', 'fr'));
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/transactions`);
  await expect(page.getByRole('region', { name: 'Solde' })).toHaveText(/0,00SGD.*0,00SGD.*0,00SGD/);
});

test('only a refusal is displayed as large as an amount', async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  const size = (text: string | RegExp) =>
    page
      .getByRole('region')
      .getByText(text)
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  await wedge(page, '2000000003');
  await expect(page.getByText('Expired', { exact: true })).toBeVisible();
  expect(await size(/^Expired$/)).toBeGreaterThan(40);
  expect(await size(/^SGD.50\.00$/)).toBeLessThan(20);
  expect(await page.getByText(/^SGD.50\.00$/).evaluate((element) => element.closest('s') !== null)).toBe(true);
  await page.keyboard.press('Escape');

  await setDue(page, '37.00');
  await wedge(page, '1000000037');
  await expect(redeemButton(page, '37.00')).toBeVisible();
  await world.redeemElsewhere({ currency: 'SGD', vouchers: [{ value: 3700, product_class: 'ETX_001', ref: '1000000037' }] });
  await redeemButton(page, '37.00').click();
  await expect(verdict(page, 'Balance too low')).toBeVisible();
  expect(await size('Balance too low')).toBeGreaterThan(40);
  expect(await size(/^Requested SGD.37\.00$/)).toBeLessThan(20);
});

test.describe('in training mode', () => {
  test.use({ settings: { VOUCHER_SERVICE: 'sandbox' } });

  test('the header stays low, shows the person first, and a phone in landscape has two columns', async ({ page, context, world }) => {
    await ask(context.request, world, 'POST', '/api/practice');
    const people = (await (await context.request.get(`${world.origin}/api/people`)).json()) as { id: string; role: string }[];
    const cashier = people.find(({ role }) => role === 'cashier')?.id;
    await ask(context.request, world, 'POST', '/api/session', { personId: cashier, pin: '480317' });
    await page.setViewportSize(PHONE);
    await openTill(page, world.origin);
    const header = page.getByRole('banner');
    const height = () => header.evaluate((element) => element.getBoundingClientRect().height);
    expect(await height()).toBeLessThanOrEqual(80);
    await expect(header.getByText(/^Training cashier/)).toBeVisible();
    await page.setViewportSize(SIDEWAYS);
    await expect.poll(height).toBeLessThanOrEqual(52);
    const [code, due] = await Promise.all(
      [page.getByRole('textbox', { name: 'Voucher number' }), page.getByRole('region', { name: 'Amount due' })].map((one) =>
        one.boundingBox(),
      ),
    );
    expect((due?.x ?? 0) - ((code?.x ?? 0) + (code?.width ?? 0))).toBeGreaterThan(0);
  });
});

test('a device with a clock two days off reports it and shows the server’s times', async ({ page, context, world }) => {
  await openShop(context, world);
  await page.clock.install({ time: Date.now() + 2 * 24 * 60 * 60_000 });
  await openTill(page, world.origin);
  await expect(page.getByText('This device’s clock is off by 2 days.')).toBeVisible();
  await setDue(page, '20.00');
  await wedge(page, '1000000050');
  await redeemButton(page, '20.00').click();
  await expect(page.getByRole('region', { name: 'Paid in full' }).getByText('for 5 minutes, until the next sale')).toBeVisible();
  await page.getByRole('button', { name: 'Next customer' }).click();
  await wedge(page, '1000000050');
  await expect(page.getByText(/redeemed here just now by Ana/)).toBeVisible();
});

test('a device with a correct clock shows no clock warning', async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await expect(page.getByText('This device’s clock')).toHaveCount(0);
});

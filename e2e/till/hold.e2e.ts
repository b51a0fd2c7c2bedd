import type { Page } from '@playwright/test';
import { faultsIn } from '../support/guises.ts';
import { goTo } from '../support/places.ts';
import { openTill, redeem, redeemButton, setDue, verdict, wedge } from '../support/till.ts';
import { ask, expect, joinShop, openShop, signIn, test } from '../support/world.ts';

const REF = '1000000050';
const REASON = 'Reported stolen by its owner';
const refusal = (page: Page) => page.getByText('On hold: call a manager').first();
const held = (page: Page) => page.getByRole('list', { name: 'On hold', exact: true }).getByRole('listitem');

test('a voucher held on one till is refused on another and over the API, until it is released', async ({
  page,
  context,
  browser,
  world,
}) => {
  test.slow();
  await openShop(context, world);
  const other = await browser.newContext();
  await joinShop(context, other, world);
  const till = await other.newPage();
  await openTill(till, world.origin);
  await setDue(till, '20.00');
  await wedge(till, REF);
  await expect(redeemButton(till, '20.00')).toBeVisible();
  await expect(till.getByText(/^On hold since/)).toHaveCount(0);

  await signIn(context, world, 'manager');
  const made = await ask(context.request, world, 'POST', '/api/keys', {
    name: 'Web shop',
    scopes: ['check', 'redeem'],
    personId: null,
    limits: { perRedemption: null, perDay: null },
  });
  await page.goto(`${world.origin}/today`);
  await goTo(page, 'Vouchers on hold');
  await expect(page.getByText('No vouchers are on hold.')).toBeVisible();
  await wedge(page, REF);
  await expect(page.getByLabel('Voucher code')).toHaveValue(REF);
  await page.getByLabel('Reason').fill(REASON);
  await page.getByRole('button', { name: 'Put on hold' }).click();
  await expect(page.getByText('··0050 is on hold on every till.')).toBeVisible();
  await expect(held(page)).toContainText(REASON);
  await expect(page.getByLabel('Voucher code')).toHaveValue('');

  /* It was on the other till's screen already. */
  await redeemButton(till, '20.00').click();
  await expect(verdict(till, 'On hold: call a manager')).toBeVisible();
  await till.getByRole('button', { name: 'Next voucher' }).click();
  await wedge(till, REF);
  await expect(refusal(till)).toBeVisible();
  await expect(till.getByText(/^On hold since .*\d{2}/)).toBeVisible();
  const headers = { Authorization: `Bearer ${made?.['key']}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ code: REF, amount: 500, currency: 'SGD' });
  const take = () => fetch(`${world.origin}/api/tenders/${crypto.randomUUID()}`, { method: 'PUT', headers, body });
  const refused = await take();
  expect([refused.status, await refused.json()]).toMatchObject([409, { error: { code: 'voucher-held' } }]);
  expect(await world.captures(REF)).toEqual([]);

  await held(page).getByRole('button', { name: 'Release ··0050' }).click();
  await page.getByRole('dialog', { name: 'Release' }).getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('Released. ··0050 can be used again.')).toBeVisible();
  expect((await take()).status).toBe(201);
  expect(await world.captures(REF)).toEqual([500]);
  await other.close();
});

test('a manager holds a voucher from its transaction and from its history, in five languages and on a phone', async ({
  page,
  context,
  world,
}) => {
  test.slow();
  await openShop(context, world);
  await openTill(page, world.origin);
  await redeem(page, REF, '5.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/transactions`);
  await page
    .getByRole('button', { name: /^Open .*SGD.5\.00/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Transaction' }).getByRole('button', { name: 'Put on hold' }).click();
  const dialog = page.getByRole('dialog', { name: 'Put on hold' });
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(dialog.getByText('··0050 is on hold on every till.')).toBeVisible();

  await page.goto(`${world.origin}/transactions/voucher`);
  await page.getByLabel('Voucher code').fill('1000000100');
  await page.getByRole('button', { name: 'Look up' }).click();
  await page.getByRole('region', { name: 'Voucher history' }).getByRole('button', { name: 'Put on hold' }).click();
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(dialog.getByText('··0100 is on hold on every till.')).toBeVisible();

  await page.goto(`${world.origin}/holds`);
  await expect(held(page)).toHaveCount(2);
  for (const guise of [
    { language: 'ta', colorScheme: 'light', largeLetters: true },
    { language: 'fr', colorScheme: 'dark', largeLetters: false },
  ] as const)
    expect(await faultsIn(page, 'vouchers on hold', guise)).toEqual([]);
});

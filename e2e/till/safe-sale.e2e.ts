import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { faultsIn } from '../support/guises.ts';
import { typeByHand } from '../support/keyboard.ts';
import { goTo } from '../support/places.ts';
import { openTill, redeemButton, setDue } from '../support/till.ts';
import { ask, expect, joinShop, openShop, PEOPLE, signIn, test } from '../support/world.ts';

const REF = '1000000050';
const REGION = 'A manager has to approve this';

async function typeCode(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Voucher number' }).click();
  await typeByHand(page, REF);
  await page.keyboard.press('Enter');
}

test('a manager limits typed redemptions, and the manager’s PIN approves a redemption above the limit', async ({
  page,
  context,
  world,
}) => {
  test.slow();
  await openShop(context, world);
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/today`);
  await goTo(page, 'Limits');
  await page.getByText('Customize').click();
  const limits = page.getByRole('region', { name: 'Per sale and refund' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const typed = limits.getByRole('group', { name: 'Redemption with a typed code' });
  await typed.getByLabel('Above (SGD)').fill('ten');
  await save.click();
  await expect(limits.getByText('Enter an amount, such as 12.50.')).toBeVisible();
  await typed.getByLabel('Above (SGD)').fill('10.00');
  await limits.getByRole('group', { name: 'One refund' }).getByLabel('Above (SGD)').fill('0');
  await limits.getByRole('group', { name: 'One refund' }).getByLabel('Then').selectOption('block');
  await save.click();
  await expect(page.getByText('Saved. These limits apply now.')).toBeVisible();
  expect.soft(await faultsIn(page, 'limits', { language: 'ta', colorScheme: 'light', largeLetters: true })).toEqual([]);
  expect.soft(await faultsIn(page, 'limits', { language: 'fr', colorScheme: 'dark', largeLetters: false })).toEqual([]);

  await signIn(context, world, 'cashier');
  await openTill(page, world.origin);
  await setDue(page, '12.00');
  await typeCode(page);
  await redeemButton(page, '12.00').click();
  const approval = page.getByRole('region', { name: REGION });
  await expect(page.getByRole('heading', { level: 1, name: 'Needs a manager' })).toBeVisible();
  await expect(approval).toContainText(/Redemption · SGD.12\.00Voucher ··/);
  await expect(approval).toContainText(/Number typed by hand: above SGD.10\.00, a manager has to approve\./);
  await expect(approval.getByLabel(`PIN for ${PEOPLE.manager.name}`)).toBeFocused();
  expect(await world.captures(REF)).toEqual([]);
  expect.soft(await faultsIn(page, 'approval at the till', { language: 'ta', colorScheme: 'dark', largeLetters: true })).toEqual([]);
  expect.soft(await faultsIn(page, 'approval at the till', { language: 'zh', colorScheme: 'light', largeLetters: false })).toEqual([]);
  const pin = approval.getByLabel(`PIN for ${PEOPLE.manager.name}`);
  await pin.fill('000000');
  await expect(approval.getByText('Wrong PIN. 9 attempts left.')).toBeVisible();
  await expect(pin).toHaveValue('');
  for (const digit of PEOPLE.manager.pin) await approval.getByRole('button', { name: digit, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Paid in full', exact: true })).toBeVisible();
  expect(await world.captures(REF)).toEqual([1200]);

  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/transactions`);
  await page
    .getByRole('button', { name: /^Open .*SGD.12\.00/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Transaction' });
  await dialog
    .getByRole('button', { name: /Give back|Refund/ })
    .first()
    .click();
  const refund = page.getByRole('dialog', { name: /Give back|Refund/ });
  await refund.getByRole('radio').first().check();
  await refund.getByRole('button', { name: /SGD.12\.00/ }).click();
  await expect(refund.getByText('This is above the shop’s limit. Nothing was done.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(`${world.origin}/today`);
  await goTo(page, 'Audit trail');
  const line = page.getByRole('row').filter({ hasText: 'Redemption approved' });
  await expect(line).toContainText(PEOPLE.manager.name);
  await expect(line).toContainText(`for ${PEOPLE.cashier.name}`);
});

test('a manager on another device sees that a till is waiting, and approves or refuses with one tap', async ({
  page,
  context,
  browser,
  world,
}) => {
  test.slow();
  await openShop(context, world);
  await signIn(context, world, 'manager');
  await ask(context.request, world, 'PUT', '/api/settings', { saleLimits: { typed: { above: 0, way: 'manager' } } });
  await signIn(context, world, 'cashier');
  const office = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await joinShop(context, office, world, 'manager');
  const phone = await office.newPage();
  await phone.goto(`${world.origin}/today`);
  await openTill(page, world.origin);
  await setDue(page, '12.00');
  await typeCode(page);
  await redeemButton(page, '12.00').click();
  const approval = page.getByRole('region', { name: REGION });
  const waiting = phone.getByRole('list', { name: 'Waiting for a manager' }).getByRole('listitem');
  await phone.goto(`${world.origin}/people`);

  await approval.getByRole('button', { name: 'Request approval on managers’ devices' }).click();
  await expect(waiting).toContainText('Redemption');
  await expect(waiting).toContainText('12.00');
  await expect(waiting).toContainText(`Voucher ··${REF.slice(-4)}`);
  await expect(waiting).toContainText(/Number typed by hand: above SGD.0\.00/);
  await expect(waiting).toContainText(`${PEOPLE.cashier.name} at Till 1 requests approval`);
  expect.soft(await faultsIn(phone, 'waiting', { language: 'ta', colorScheme: 'dark', largeLetters: true })).toEqual([]);
  expect.soft(await faultsIn(page, 'asked', { language: 'fr', colorScheme: 'light', largeLetters: true })).toEqual([]);
  await expect(phone.getByRole('dialog', { name: 'Waiting for a manager' })).toBeVisible();
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Paid in full', exact: true })).toBeVisible();
  await expect(waiting).toHaveCount(0);
  expect(await world.captures(REF)).toEqual([1200]);

  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Redeem', exact: true })).toBeVisible();
  await expect(phone.getByRole('dialog')).toHaveCount(0);
  await phone.goto(`${world.origin}/today`);
  await setDue(page, '5.00');
  await typeCode(page);
  await redeemButton(page, '5.00').click();
  await approval.getByRole('button', { name: 'Request approval on managers’ devices' }).click();
  await expect(waiting).toHaveCount(1);
  await expect(phone.getByText('All clear')).toHaveCount(0);
  await waiting.getByRole('button', { name: 'Decline' }).click();
  await expect(approval.getByText(`${PEOPLE.manager.name} declined.`)).toBeVisible();
  await approval.getByRole('button', { name: 'Request approval on managers’ devices' }).click();
  await expect(approval.getByText('Too many attempts. Wait a moment.')).toBeVisible();
  await expect(waiting).toHaveCount(0);
  expect(await world.captures(REF)).toEqual([1200]);
  await office.close();
});

test('a manager who reprints vouchers needs another manager if the shop requires it', async ({ page, context, world }) => {
  test.slow();
  const lim = { name: 'Lim', pin: '481053' };
  await openShop(context, world);
  await signIn(context, world, 'manager');
  await ask(context.request, world, 'POST', '/api/people', { ...lim, role: 'manager' });
  await ask(context.request, world, 'PUT', '/api/settings', { saleLimits: { reprint: { above: 0, way: 'second-person' } } });
  const id = randomUUID();
  await ask(context.request, world, 'PUT', `/api/issues/${id}`, { productCode: 'ABCV010SG01', quantity: 1 });
  await page.goto(`${world.origin}/sell/${id}`);
  const dialog = page.getByRole('dialog', { name: 'Print the vouchers' });
  const print = dialog.getByRole('button', { name: 'Print', exact: true });
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await print.click();
  await page.getByRole('button', { name: 'Finished' }).click();
  await page.getByRole('button', { name: 'Print again' }).click();
  await dialog.getByLabel('Reason').fill('Paper jam');
  await print.click();
  const approval = dialog.getByRole('region', { name: REGION });
  const pin = approval.getByLabel(`PIN for ${lim.name}`);
  await expect(pin).toBeVisible();
  expect.soft(await faultsIn(page, 'Reprinted', { language: 'ta', colorScheme: 'dark', largeLetters: true })).toEqual([]);
  await pin.fill(lim.pin);
  await expect(page.locator('[data-paper] article')).toHaveCount(1);
});

import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { faultsIn } from '../support/guises.ts';
import { goTo } from '../support/places.ts';
import { ask, expect, openShop, signIn, test } from '../support/world.ts';

const REFS = ['1000000050', 'AB123456789'];
const NOTE = 'Both customers stood here';
const rows = (page: Page) => page.getByRole('list', { name: 'To review' }).getByRole('listitem');

test('a refund within minutes is listed under Exceptions with its entries until a manager reviews it', async ({ page, context, world }) => {
  test.slow();
  await openShop(context, world);
  await signIn(context, world, 'manager');
  for (const code of REFS) {
    const id = randomUUID();
    await ask(context.request, world, 'PUT', `/api/tenders/${id}`, { code, amount: 1000, currency: 'SGD' });
    await ask(context.request, world, 'PUT', `/api/refunds/${randomUUID()}`, { tenderId: id, reason: 'Wrong voucher' });
  }
  await page.goto(`${world.origin}/today`);
  await goTo(page, 'Exceptions');
  const row = rows(page).first();
  await expect(row).toContainText('Mia refunded their own redemptions within ten minutes: 2 times');
  await row.getByText('Lines: 2').click();
  await expect(row.getByRole('table')).toContainText('··0050');
  expect(await faultsIn(page, 'exceptions', { language: 'ta', colorScheme: 'dark', largeLetters: true })).toEqual([]);

  /* `faultsIn` has opened the folded part. */
  const threshold = page.getByLabel('Own redemptions refunded within ten minutes');
  await expect(threshold).toHaveAccessibleDescription('In the last four weeks: 1');
  await threshold.fill('3');
  await threshold.press('Tab');
  await expect(threshold).toHaveAccessibleDescription('In the last four weeks: 0');
  await expect(rows(page)).toHaveCount(1);

  await row.getByLabel('What did you find?').fill(NOTE);
  await row.getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect(rows(page)).toHaveCount(0);
  await expect(page.getByText(/^No exceptions since /)).toBeVisible();
  const looked = page.getByRole('group').filter({ hasText: 'Reviewed: 1' });
  await looked.getByText('Reviewed: 1').click();
  await expect(looked.getByRole('list')).toContainText(NOTE);
  await goTo(page, 'Audit trail');
  await expect(page.getByRole('table')).toContainText('Exception reviewed');
});

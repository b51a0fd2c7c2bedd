import type { Page } from '@playwright/test';
import { unlock } from '../support/people.ts';
import { openTill, wedge } from '../support/till.ts';
import { expect, openShop, PEOPLE, test } from '../support/world.ts';

/** Returns the layout shift, as Lighthouse defines it, since the last call. */
async function jumps(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { shifts = [] } = window as { shifts?: number[] };
    return shifts.splice(0).reduce((sum, value) => sum + value, 0);
  });
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Voucher number' });

test('the layout does not shift while a till is opened, unlocked and used for scanning', async ({ page, context, world }) => {
  await openShop(context, world);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    const note = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.push(entry.value);
    };
    new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });
  });
  await openTill(page, world.origin);
  await expect(page.getByText('No camera found')).toBeVisible();

  await openTill(page, world.origin);
  await expect(page.getByText('No camera found')).toBeVisible();
  expect(await jumps(page)).toBeLessThan(0.01);
  await page.keyboard.press('F9');
  await unlock(page, PEOPLE.cashier);
  await expect(field(page)).toBeVisible();
  expect(await jumps(page)).toBeLessThan(0.01);
  for (const code of ['1000000050', '1000000051']) {
    await wedge(page, code);
    await expect(page.getByRole('main')).toContainText(code);
    await expect(page.getByRole('button', { name: 'Redeem all' })).toBeVisible();
    expect(await jumps(page)).toBe(0);
  }
});

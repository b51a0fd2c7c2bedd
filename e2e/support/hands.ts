import type { Locator, Page } from '@playwright/test';
import { wedge } from './till.ts';

/** Acts for a person, and counts the actions: each key, each tap, each scan. */
export function hands(page: Page) {
  let actions = 0;
  return {
    count: () => actions,
    async tap(target: Locator) {
      actions += 1;
      await target.click();
    },
    async type(keys: string) {
      for (const key of keys) {
        actions += 1;
        await page.keyboard.press(key, { delay: 40 });
        await page.waitForTimeout(60);
      }
    },
    async press(key: string) {
      actions += 1;
      await page.keyboard.press(key);
    },
    async scan(code: string) {
      actions += 1;
      /* A key just before a scan would count as its beginning. A hand takes longer than that. */
      await page.waitForTimeout(300);
      await wedge(page, code);
    },
  };
}

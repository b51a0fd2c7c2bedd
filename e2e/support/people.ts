import type { Page } from '@playwright/test';
import { goTo } from './places.ts';
import { expect } from './world.ts';

/** A person's card on the lock screen; it begins with the name. */
export const nameOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const pinField = (page: Page, name: string) => page.getByLabel(`PIN for ${name}`);

/** Chooses a name on the locked till and types the PIN. */
export async function unlock(page: Page, { name, pin }: { name: string; pin: string }): Promise<void> {
  await nameOf(page, name).click();
  await expect(pinField(page, name)).toBeFocused();
  /* Slower than a hand scanner, which never enters a PIN. */
  await page.keyboard.type(pin, { delay: 80 });
}

/** Opens the managers' page of people. */
export async function openPeople(page: Page): Promise<void> {
  await goTo(page, 'Staff');
  await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible();
}

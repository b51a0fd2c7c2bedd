import type { Page } from '@playwright/test';
import { expect } from './world.ts';

/** What a hand scanner does: keys faster than any hand, then Enter. The focus may be anywhere. */
export async function wedge(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code, { delay: 4 });
  await page.keyboard.press('Enter');
}

/** Opens the redeem screen and waits until it takes input. */
export async function openTill(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await expect(page.getByRole('textbox', { name: 'Voucher code' })).toBeVisible();
}

/** Slower than any scanner. */
const BY_HAND = { delay: 120 };
const cents = (amount: string) => amount.replace(/\D/g, '');

/** Types the amount that the customer owes, from anywhere on the page. */
export async function setDue(page: Page, amount: string): Promise<void> {
  await page.keyboard.press('F2');
  await page.keyboard.type(cents(amount), BY_HAND);
  await page.keyboard.press('Escape');
}

/** The panel that shows what a voucher is worth. */
export const panel = (page: Page) => page.getByRole('region', { name: 'Voucher' });
/** The full screen that says how it ended. */
export const verdict = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title });
export const redeemButton = (page: Page, amount: string) => page.getByRole('button', { name: `Redeem SGD ${amount}` });

/** Scans a voucher by hand scanner, asks for an amount as the due, and redeems it with Enter. */
export async function redeem(page: Page, code: string, amount: string): Promise<void> {
  await wedge(page, code);
  await setTake(page, amount);
  await redeemButton(page, amount).click();
}

/** Changes the amount to take on the panel, typed in cents: `7.50` is 7 5 0. */
export async function setTake(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Change the amount' }).click();
  await page.keyboard.type(cents(amount), BY_HAND);
}

import type { Page } from '@playwright/test';
import { expect } from './world.ts';

/**
 * Types like a hand scanner: a key every 8 ms, then Enter, regardless of the page's speed and
 * focus.
 */
export async function wedge(page: Page, code: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  const press = (key: string, index: number) => {
    const timestamp = start + index * 0.008;
    const enter = key === 'Enter' ? { text: '\r', windowsVirtualKeyCode: 13, code: 'Enter' } : { text: key };
    return [
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, timestamp, ...enter }),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp: timestamp + 0.002 }),
    ];
  };
  await Promise.all([...code, 'Enter'].flatMap(press));
  await keyboard.detach();
  /*
   * An immediate key would count as the second Enter of a scanner that sends two; people are
   * slower.
   */
  const over = start * 1000 + code.length * 8 + 100;
  await page.waitForFunction((at) => Date.now() > at, over);
}

/** Opens the till and waits until it accepts input. */
export async function openTill(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
}

/** Slower than any scanner. */
const BY_HAND = { delay: 120 };
/** As a person types it: `80.00` is 8 0, and `7.50` has its point. */
const keysOf = (amount: string) => amount.replaceAll(',', '').replace(/\.00$/, '');

/** Types the amount that the customer owes, from anywhere on the page. */
export async function setDue(page: Page, amount: string): Promise<void> {
  await page.keyboard.press('F2');
  await page.keyboard.type(keysOf(amount), BY_HAND);
  await page.keyboard.press('Escape');
}

/** The panel of a checked voucher. */
export const panel = (page: Page) => page.getByRole('region', { name: 'Voucher' });
/** The full-screen result. */
export const verdict = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title });
export const redeemButton = (page: Page, amount: string) => page.getByRole('button', { name: `Redeem SGD ${amount}` });
/** The button that redeems the whole balance, if no amount is due. */
export const takeAllButton = (page: Page, amount: string) => page.getByRole('button', { name: `Redeem all SGD ${amount}` });

/** The amount on a verdict that the cashier has to collect. */
export const collect = (page: Page) => page.getByText('Collect', { exact: true }).locator('..');

/** Scans a voucher by hand scanner, enters the amount due, and redeems it with Enter. */
export async function redeem(page: Page, code: string, amount: string): Promise<void> {
  await wedge(page, code);
  await setTake(page, amount);
  await redeemButton(page, amount).click();
}

/** Changes the amount to redeem on the panel. */
export async function setTake(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Change the amount' }).waitFor();
  await page.keyboard.press('F4');
  await page.keyboard.type(keysOf(amount), BY_HAND);
}

import type { Locator, Page } from '@playwright/test';
import { expect } from './world.ts';

/** Presses Tab until the element has the focus, like a user without a mouse. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** Moves the focus to a control and presses a key. */
export async function pressOn(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Slower than any scanner. */
export const typeByHand = (page: Page, text: string) => page.keyboard.type(text, { delay: 120 });

declare global {
  interface Window {
    /** The output of a screen reader, in order. */
    heard: string[];
    /** How often something was pressed with a mouse or a finger. */
    pointed: number;
  }
}

/**
 * Records a screen reader's announcements, and any use of a mouse. Must be called before the page
 * is opened.
 */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.heard = [];
    window.pointed = 0;
    document.addEventListener('pointerdown', () => (window.pointed += 1), { capture: true });
    const LIVE = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"]';
    const say = (element: Element | null | undefined) => {
      const text = element?.textContent?.trim() ?? '';
      if (text !== '' && window.heard.at(-1) !== text) window.heard.push(text);
    };
    const observer = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        say((target instanceof Element ? target : target.parentElement)?.closest(LIVE));
        for (const node of addedNodes)
          if (node instanceof Element) for (const live of [node, ...node.querySelectorAll(LIVE)]) if (live.matches(LIVE)) say(live);
      }
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element) window.heard.push(`→ ${target.getAttribute('aria-label') ?? target.textContent?.trim() ?? ''}`);
    });
  });
}

/** Expects that a screen reader has announced this, or read it with the focus. */
export async function expectHeard(page: Page, what: RegExp): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => window.heard), { timeout: 40_000 })
    .toEqual(expect.arrayContaining([expect.stringMatching(what)]));
}

export async function expectNoMouse(page: Page): Promise<void> {
  expect(await page.evaluate(() => window.pointed)).toBe(0);
}

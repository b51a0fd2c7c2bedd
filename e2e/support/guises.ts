import type { Page } from '@playwright/test';
import { faultsAsItIs } from './audit.ts';

/** Variations for checking a screen: role, language and type size. */
export interface Guise {
  readonly language: 'en' | 'zh' | 'ms' | 'ta' | 'fr';
  readonly colorScheme: 'light' | 'dark';
  /** Double type size on a phone, or the size of a till. */
  readonly largeLetters: boolean;
}

export const TONGUES = ['en', 'ta', 'zh', 'fr', 'ms'] as const;
const PHONE = { width: 390, height: 844 };
const TILL = { width: 1440, height: 900 };

/**
 * Checks the current screen in a variation, at any moment of a test, and restores it.
 * @returns a line for each accessibility fault or cut text
 */
export async function faultsIn(page: Page, screen: string, { language, colorScheme, largeLetters }: Guise): Promise<string[]> {
  const before = page.viewportSize();
  await page.setViewportSize(largeLetters ? PHONE : TILL);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const spoken = (await speak(page, language)) ? language : 'en';
  await page.evaluate(
    (size) => {
      document.documentElement.style.fontSize = size;
      for (const details of document.querySelectorAll('details')) details.open = true;
    },
    largeLetters ? '200%' : '',
  );
  const found = [...(await faultsAsItIs(page)), ...(await page.evaluate(lookForCuts))];
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  if (spoken !== 'en') await speak(page, 'en');
  if (before !== null) await page.setViewportSize(before);
  return found.map((fault) => `${screen}, ${spoken}, ${colorScheme}${largeLetters ? ', letters twice as large' : ''}: ${fault}`);
}

/** Selects a language if the page offers it, even in its closed menu. @returns true if it does */
export async function speak(page: Page, language: Guise['language']): Promise<boolean> {
  const tag = await page.evaluate((wanted) => {
    const choice = [...document.querySelectorAll('select')].find((select) => select.querySelector('option[value="ta"]') !== null);
    if (choice === undefined) return null;
    if (choice.value !== wanted) {
      choice.value = wanted;
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    }
    return choice.querySelector<HTMLElement>(`option[value="${wanted}"]`)?.lang ?? null;
  }, language);
  if (tag === null) return false;
  await page.locator(`html[lang="${tag}"]`).waitFor({ state: 'attached' });
  /* Texts of a page that are still loading appear a moment later. */
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('select')].some(({ value }) => value === wanted) || !document.querySelector('option[value="ta"]'),
    language,
  );
  return true;
}

/** Finds texts that are clipped. Runs in the page, so it cannot use anything outside itself. */
async function lookForCuts(): Promise<string[]> {
  /* A page's texts in another language appear a moment after those that all pages share. */
  for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  const scope = [...document.querySelectorAll('dialog:modal, :popover-open')].at(-1) ?? document.body;
  const cut = [...scope.querySelectorAll<HTMLElement>('*')].filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.spoken, svg, select, [inert]') !== null) return false;
    const says = [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== '');
    const { overflowX, clipPath } = getComputedStyle(element);
    /* An element only for screen readers is clipped as a whole. */
    if (clipPath !== 'none') return false;
    return says && (overflowX === 'hidden' || overflowX === 'clip') && element.scrollWidth > element.clientWidth + 1;
  });
  return cut.map(({ textContent, localName }) => `“${textContent.trim().slice(0, 60)}” is cut off in its ${localName}`);
}

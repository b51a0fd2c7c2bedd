import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const SIZES = {
  phone: { viewport: { width: 360, height: 780 }, colorScheme: 'dark' },
  till: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
} as const;

/** Smallest width and height of what fingers touch, CSS pixels. */
const TARGET_PX = 48;

/**
 * Looks at the screen in front of a person as a phone in the dark theme and as a till in the light one.
 * @returns each thing that keeps somebody out, in a line; empty for a screen that everybody can use
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [size, { viewport, colorScheme }] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    // Colours that are still fading are nobody's colours.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const all = [...(await violations(page)), ...(await smallTargets(page)), ...(await sidewaysScroll(page))];
    faults.push(...all.map((fault) => `${size}, ${colorScheme}: ${fault}`));
  }
  return faults;
}

async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).withTags(LEVELS).exclude('svg *').setLegacyMode().analyze();
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`));
}

async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const touched = [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary')];
    return touched
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null)
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width < least || box.height < least)
      .map(({ element, box }) => `target of ${Math.round(box.width)} × ${Math.round(box.height)}: ${element.outerHTML.slice(0, 120)}`);
  }, TARGET_PX);
}

async function sidewaysScroll(page: Page): Promise<string[]> {
  const { wide, room } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, room: innerWidth }));
  return wide > room ? [`${wide} px wide in a window of ${room}`] : [];
}

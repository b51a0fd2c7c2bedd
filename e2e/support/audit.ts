import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const SIZES = { phone: { width: 360, height: 780 }, till: { width: 1440, height: 900 } } as const;

/** Smallest width and height of what fingers touch, CSS pixels. */
const TARGET_PX = 48;

/**
 * Looks at the screen in front of a person as a phone and as a till, light and dark. What does not depend on colours is looked at once a size.
 * @returns each thing that keeps somebody out, in a line; empty for a screen that everybody can use
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    const light = await violations(page, 'light', (axe) => axe.withTags(LEVELS));
    const dark = await violations(page, 'dark', (axe) => axe.withRules('color-contrast'));
    const all = [...light, ...dark, ...(await smallTargets(page)), ...(await sidewaysScroll(page))];
    faults.push(...all.map((fault) => `${size}: ${fault}`));
  }
  return faults;
}

async function violations(page: Page, colorScheme: 'light' | 'dark', choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // Colours that are still fading are nobody's colours.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const found = await choose(new AxeBuilder({ page })).exclude('svg *').setLegacyMode().analyze();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${colorScheme}: ${id}: ${html} ${any[0]?.message ?? ''}`),
  );
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

import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const SIZES = {
  phone: { viewport: { width: 360, height: 780 }, colorScheme: 'dark' },
  till: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
} as const;

/** Smallest width and height of what fingers touch, CSS pixels. */
const TARGET_PX = 48;

/**
 * Checks the current screen as a phone in the dark theme and as a till in the light one.
 * @returns a line for each accessibility fault
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [size, { viewport, colorScheme }] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    /*
     * After a change of size, the header may cover an element, which a user would scroll into view.
     */
    await page.evaluate(() => scrollTo(0, 0));
    /* So does the navigation at a phone's bottom, on a page of any length. */
    await page.evaluate(() => {
      for (const nav of document.querySelectorAll<HTMLElement>('nav.sticky.bottom-0')) nav.style.position = 'static';
    });
    faults.push(...(await faultsAsItIs(page)).map((fault) => `${size}, ${colorScheme}: ${fault}`));
  }
  return faults;
}

export async function faultsAsItIs(page: Page): Promise<string[]> {
  await atRest(page);
  const found = await violations(page);
  /* Texts that have just loaded may have rendered the screen again. */
  await atRest(page);
  return [...found, ...(await smallTargets(page)), ...(await sidewaysScroll(page))];
}

/**
 * Ends all transitions: intermediate colours are not real ones, and nested elements fade one after
 * the other.
 */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const fading = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    for (let left = fading(); left.length > 0; left = fading()) for (const animation of left) animation.finish();
  });
}

/** Runs the rules, which are added to a page once, because that takes longer than a check. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate(async (levels) => {
    if (!window.axe) throw new Error('the page was left before it was looked at');
    return window.axe.run({ exclude: ['svg *'] }, { runOnly: levels, resultTypes: ['violations'] });
  }, LEVELS);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`));
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

import { expect } from '@playwright/test';
import type { Screen } from './screen.ts';

/** The inside of an A4 page with margins of 5 mm, CSS pixels at 96 to the inch. */
const A4 = { width: 756, height: 1085 };

/** The layout of a page in print. */
interface Layout {
  /** Elements that extend beyond the edge of the paper. */
  readonly wide: readonly string[];
  /** Elements that must not be cut but are higher than the paper, or may be cut. */
  readonly broken: readonly string[];
  /** Visible elements that make sense only on a screen. */
  readonly controls: readonly string[];
  /** The number of elements that must not be cut. */
  readonly pieces: number;
}

/**
 * Lays the page out with its print styles in the width of A4 and checks it. The page stays in that
 * layout.
 * @param pieces a CSS selector of elements that must not be cut
 */
export async function expectFitsOnPaper({ tab }: Screen, pieces: string): Promise<void> {
  await tab.resize(A4);
  await tab.ask(wearPrintStyles, null);
  const layout = await tab.ask(lookAtPaper, { pieces, ...A4 });
  expect(layout).toEqual({ wide: [], broken: [], controls: [], pieces: expect.any(Number) });
  expect(layout.pieces, pieces).toBeGreaterThan(0);
}

/** Runs in the page: every rule for paper holds for the screen, as no driver of all three engines does it. */
function wearPrintStyles(): void {
  const change = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule && /\bprint\b/.test(rule.media.mediaText)) {
        rule.media.mediaText = rule.media.mediaText.replace(/\bprint\b/, 'all');
      }
      if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList) change(rule.cssRules);
    }
  };
  for (const sheet of document.styleSheets) change(sheet.cssRules);
}

/** Runs in the page. */
function lookAtPaper({ pieces, width, height }: { readonly pieces: string; readonly width: number; readonly height: number }): Layout {
  const seen = [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true });
  });
  const named = (element: Element) => element.outerHTML.slice(0, 160);
  const room = Math.max(width, innerWidth);
  const whole = seen.filter((element) => element.matches(pieces));
  return {
    wide: seen.filter((element) => element.getBoundingClientRect().right > room + 1).map(named),
    broken: whole
      .filter((element) => getComputedStyle(element).breakInside === 'auto' || element.getBoundingClientRect().height > height)
      .map(named),
    controls: seen.filter((element) => element.matches('button, input, select, textarea, nav, [role="tablist"]')).map(named),
    pieces: whole.length,
  };
}

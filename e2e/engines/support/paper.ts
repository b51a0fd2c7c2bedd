import { expect } from '@playwright/test';
import type { Screen } from './screen.ts';

/** The inside of an A4 page with margins of 5 mm, CSS pixels at 96 to the inch. */
const A4 = { width: 756, height: 1085 };

/** How a page would lie on paper, as far as its layout tells. */
interface Layout {
  /** What reaches over the edge of the paper. */
  readonly wide: readonly string[];
  /** What may not be cut in two and is higher than the paper, or might be cut. */
  readonly broken: readonly string[];
  /** What can be seen but only makes sense on a screen. */
  readonly controls: readonly string[];
  /** How many pieces that must stay whole there are. */
  readonly pieces: number;
}

/**
 * Lays the page out as its print styles say, in the width of A4, looks at it and reloads nothing: the page stays laid out for paper.
 * @param pieces a CSS selector of what must not be cut in two
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

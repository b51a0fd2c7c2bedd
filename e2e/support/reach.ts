import type { Page } from '@playwright/test';

/** Windows of tills, tablets and phones, of a phone lying on its side, and of a page at 400 %. */
const WINDOWS = [
  [1366, 768],
  [1280, 720],
  [1024, 768],
  [844, 390],
  [360, 640],
  [360, 225],
] as const;
export type Windows = readonly (readonly [width: number, height: number])[];

/**
 * Touches the centre of every control of the current screen, in all window sizes: at the initial
 * position if visible, and after scrolling to it.
 * @returns a line for each control that was not hit: the screen, the window, the control, the
 * element that was hit instead
 */
export async function missesOf(page: Page, screen: string, windows: Windows = WINDOWS): Promise<string[]> {
  const before = page.viewportSize();
  const misses: string[] = [];
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    let found = await page.evaluate(lookForMisses);
    /* On a busy machine, a dialog follows its window with a delay. Real faults persist. */
    for (let again = 0; again < 3 && found.length > 0; again += 1) found = await page.evaluate(lookForMisses);
    misses.push(...found.map((miss) => `${screen}, ${width}×${height}: ${miss}`));
  }
  if (before !== null) await page.setViewportSize(before);
  return misses;
}

/** Runs in the page, so it cannot use anything outside itself. */
async function lookForMisses(): Promise<string[]> {
  /* React and the observers of sizes follow a window that changed within a frame. */
  for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  const scope = [...document.querySelectorAll('dialog:modal, :popover-open')].at(-1) ?? document.body;
  const controls = [...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [role="button"]')].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.matches(':disabled') &&
      element.closest('[inert]') === null,
  );
  const clips = (element: Element) => /hidden|clip|auto|scroll/.test(getComputedStyle(element).overflow);
  const around = (element: Element) => {
    const found: Element[] = [];
    for (let parent = element.parentElement; parent !== null && parent !== document.body; parent = parent.parentElement) found.push(parent);
    return found;
  };
  const nameOf = (element: Element) =>
    `${element.localName} “${(element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
  const middleOf = (element: Element) => {
    const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
    /* A whole pixel: a browser rounds, and would test half of the last one outside the window. */
    return { x: Math.floor(left + width / 2), y: Math.floor(top + height / 2) };
  };
  /** Null if a tap reaches the element, otherwise the element that covers it. */
  const missed = (element: HTMLElement) => {
    const { x, y } = middleOf(element);
    const hit = document.elementFromPoint(x, y);
    const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? [...(element.labels ?? [])] : [];
    if ([element, ...labels].some((target) => target.contains(hit))) return null;
    if (hit === null) return 'lies outside of the window';
    return `is ${nameOf(hit.closest('a, button, input, select, textarea, label, header, dialog, section, [popover]') ?? hit)}`;
  };
  const isInView = (element: Element) => {
    const { x, y } = middleOf(element);
    return [document.documentElement, ...around(element).filter(clips)].every((port) => {
      const { left, right, top, bottom } =
        port === document.documentElement ? new DOMRect(0, 0, innerWidth, innerHeight) : port.getBoundingClientRect();
      return x > left && x < right && y > top && y < bottom;
    });
  };
  /**
   * Only areas that a person can scroll count; an element with hidden overflow cannot be scrolled.
   */
  const scrollTo = (element: Element, block: ScrollLogicalPosition) => {
    const fixed = around(element).filter((parent) => /hidden|clip/.test(getComputedStyle(parent).overflowY));
    const before = fixed.map(({ scrollTop, scrollLeft }) => ({ top: scrollTop, left: scrollLeft }));
    element.scrollIntoView({ block, inline: 'center', behavior: 'instant' });
    fixed.forEach((parent, index) => {
      parent.scrollTo({ ...before[index], behavior: 'instant' });
    });
  };

  const scrolled = [document.documentElement, ...document.querySelectorAll('*')].filter((element) => element.scrollTop > 0);
  const places = scrolled.map((element) => ({ element, top: element.scrollTop }));
  for (const element of scrolled) element.scrollTo({ top: 0, behavior: 'instant' });
  const misses: string[] = [];
  for (const control of controls) {
    const found = isInView(control) ? missed(control) : null;
    if (found !== null) misses.push(`in the middle of ${nameOf(control)} ${found}`);
  }
  for (const control of controls) {
    const found = (['end', 'start', 'center'] as const).reduce<string | null>((last, block) => {
      if (last !== null) scrollTo(control, block);
      return last && missed(control);
    }, 'is unseen');
    if (found !== null) misses.push(`scrolled to, in the middle of ${nameOf(control)} ${found}`);
  }
  for (const element of document.querySelectorAll('*')) if (element.scrollTop > 0) element.scrollTo({ top: 0, behavior: 'instant' });
  for (const { element, top } of places) element.scrollTo({ top, behavior: 'instant' });
  return [...new Set(misses)];
}

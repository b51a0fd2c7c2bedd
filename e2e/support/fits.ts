import type { Page } from '@playwright/test';
import type { Windows } from './reach.ts';

/**
 * Checks every figure and every long word of the current screen in all window sizes.
 * @returns a line for each one that wraps, is cut off, or overflows
 */
export async function misfitsOf(page: Page, screen: string, windows: Windows): Promise<string[]> {
  const before = page.viewportSize();
  const misfits: string[] = [];
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    let found = await page.evaluate(lookForMisfits);
    /* On a busy machine, a screen follows its window with a delay. Real faults persist. */
    for (let again = 0; again < 3 && found.length > 0; again += 1) found = await page.evaluate(lookForMisfits);
    misfits.push(...found.map((misfit) => `${screen}, ${width}×${height}: ${misfit}`));
  }
  if (before !== null) await page.setViewportSize(before);
  return misfits;
}

/** Runs in the page, so it cannot use anything outside itself. */
async function lookForMisfits(): Promise<string[]> {
  /* React and the observers of sizes follow a window that changed within a frame. */
  for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  const misfits: string[] = [];
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement: parent, nodeValue: text } = node;
    if (parent?.closest('.spoken, header, option') !== null || !parent.checkVisibility({ visibilityProperty: true })) continue;
    for (const { 0: word, index } of (text ?? '').matchAll(/[^ ]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      const { left, right } = range.getBoundingClientRect();
      const isFigure = /^\D*\d[\d.,\u00a0\u202f]*[.,]\d\d\D*$/.test(word);
      if (isFigure && lines.size > 1) misfits.push(`“${word}” is broken`);
      /* The element that holds it, such as a card or a button. Less than a pixel is rounding. */
      const holder = parent.closest('button, .card, section, dialog, main') ?? document.body;
      const room = holder.getBoundingClientRect();
      if (left < Math.max(0, room.left) - 1 || right > Math.min(innerWidth, room.right) + 1)
        misfits.push(`“${word}” runs out of its ${holder.localName}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) misfits.push(`the page is ${document.documentElement.scrollWidth} wide`);
  return [...new Set(misfits)];
}

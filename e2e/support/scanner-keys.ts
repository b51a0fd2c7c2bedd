import type { Page } from '@playwright/test';

/** A key press of a hand scanner, with the character of the computer's keyboard layout. */
export interface Press {
  readonly key: string;
  readonly code?: string;
  readonly shift?: boolean;
}
export interface Manner {
  readonly gapMs: number;
  readonly capsLock?: boolean;
}

/** Presses keys in the page itself, so that layout and Caps Lock can be what they are on other computers. */
export async function scan(page: Page, presses: readonly Press[], { gapMs, capsLock = false }: Manner = { gapMs: 8 }): Promise<void> {
  await page.evaluate(
    async ({ keys, gap, caps }) => {
      // A pause between typing and scanning.
      let at = performance.now() + 500;
      for (const { key, code = '', shift = false } of keys) {
        const target = document.activeElement ?? document.body;
        const event = new KeyboardEvent('keydown', {
          key,
          code,
          shiftKey: shift,
          modifierCapsLock: caps,
          bubbles: true,
          cancelable: true,
          composed: true,
        });
        // A busy machine must not slow the scanner down.
        Object.defineProperty(event, 'timeStamp', { value: (at += gap) });
        const goesOn = target.dispatchEvent(event);
        if (goesOn && target instanceof HTMLInputElement && key.length === 1)
          target.setRangeText(key, target.value.length, target.value.length, 'end');
        if (goesOn && target instanceof HTMLButtonElement && key === 'Enter') target.click();
        await Promise.resolve();
      }
    },
    { keys: presses, gap: gapMs, caps: capsLock },
  );
}

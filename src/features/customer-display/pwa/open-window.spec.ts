import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDisplay } from './open-window.ts';

const HERE = { availLeft: 0, availTop: 0, availWidth: 1440, availHeight: 900 };
const THERE = { availLeft: 1440, availTop: -120, availWidth: 1920, availHeight: 1040 };
const ANYWHERE = 'popup,width=960,height=600';

/**
 * A browser that opens windows; `screens` is undefined if it does not support Window Management.
 */
function browser(screens?: () => Promise<unknown>, opens = true) {
  const opened = { focus: vi.fn<() => void>() };
  const open = vi.spyOn(window, 'open').mockReturnValue(opens ? (opened as unknown as Window) : null);
  vi.stubGlobal('getScreenDetails', screens);
  return { open, opened };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the window for customers', () => {
  it('fills the second screen if there is one', async () => {
    const { open, opened } = browser(() => Promise.resolve({ screens: [HERE, THERE], currentScreen: HERE }));
    expect(await openDisplay()).toBe(true);
    expect(open.mock.calls).toEqual([
      ['/display', 'tillside-display', 'popup,left=1440,top=-120,width=1920,height=1040'],
    ]);
    expect(opened.focus).toHaveBeenCalledOnce();
  });

  it('opens on the other screen, even if the till is on the second one', async () => {
    const { open } = browser(() => Promise.resolve({ screens: [HERE, THERE], currentScreen: THERE }));
    await openDisplay();
    expect(open.mock.lastCall?.[2]).toBe('popup,left=0,top=0,width=1440,height=900');
  });

  it.each([
    ['there is one screen', () => Promise.resolve({ screens: [HERE], currentScreen: HERE })],
    ['the person declines', () => Promise.reject(new DOMException('denied', 'NotAllowedError'))],
    ['the browser does not support it', undefined],
  ])('is an ordinary window if %s', async (_when, screens) => {
    const { open } = browser(screens);
    expect(await openDisplay()).toBe(true);
    expect(open.mock.lastCall?.[2]).toBe(ANYWHERE);
  });

  it('is missing if the browser blocks it, which is reported', async () => {
    browser(undefined, false);
    expect(await openDisplay()).toBe(false);
  });
});

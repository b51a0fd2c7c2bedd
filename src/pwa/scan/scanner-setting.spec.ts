import { afterEach, expect, it, vi } from 'vitest';
import { listenForScans } from './listen.ts';
import { AS_IT_COMES, keepScannerSetting, readScannerSetting } from './scanner-setting.ts';

afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

/** Presses keys on the page as a scanner does. */
function press(keys: readonly string[], gapMs: number): void {
  let at = 1_000;
  for (const key of keys) {
    vi.advanceTimersByTime(gapMs);
    at += gapMs;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    document.body.dispatchEvent(event);
  }
}

it('is stored on the device, and an unreadable one counts as unset', () => {
  expect(readScannerSetting(localStorage)).toEqual(AS_IT_COMES);
  const setting = { ...AS_IT_COMES, prefix: '~', layout: 'us' } as const;
  keepScannerSetting(localStorage, setting);
  expect(readScannerSetting(localStorage)).toEqual(setting);
  for (const text of ['{', '{"layout":"dvorak"}']) {
    localStorage.setItem('tillside.scanner', text);
    expect(readScannerSetting(localStorage)).toEqual(AS_IT_COMES);
  }
});

it('applies to every scanner input: characters, text around a code, and the end of a slow scan', () => {
  vi.useFakeTimers();
  keepScannerSetting(localStorage, {
    ...AS_IT_COMES,
    layout: 'learned',
    characters: { à: '0', '&': '1' },
    prefix: '~',
    endsBare: true,
  });
  const heard: string[] = [];
  const stop = listenForScans(document, ({ text }) => heard.push(text));
  press(Array.from('~&àààààà&à&'), 50);
  vi.advanceTimersByTime(1_000);
  expect(heard).toEqual(['1000000101']);
  stop();
});

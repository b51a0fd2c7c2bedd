import { afterEach, expect, it, vi } from 'vitest';
import { listenForScans } from './listen.ts';
import { DEFAULT_SCANNER_SETTING, readScannerSetting, saveScannerSetting } from './scanner-setting.ts';

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

it('the setting is stored on the device, and an unreadable one counts as unset', () => {
  expect(readScannerSetting(localStorage)).toEqual(DEFAULT_SCANNER_SETTING);
  const setting = { ...DEFAULT_SCANNER_SETTING, prefix: '~', layout: 'us' } as const;
  saveScannerSetting(localStorage, setting);
  expect(readScannerSetting(localStorage)).toEqual(setting);
  for (const text of ['{', '{"layout":"dvorak"}']) {
    localStorage.setItem('tillside.scanner', text);
    expect(readScannerSetting(localStorage)).toEqual(DEFAULT_SCANNER_SETTING);
  }
});

it('the setting applies to every scanner input: characters, text around a code, and the end of a slow scan', () => {
  vi.useFakeTimers();
  saveScannerSetting(localStorage, {
    ...DEFAULT_SCANNER_SETTING,
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

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenForScans } from './listen.ts';
import type { ScanEvent } from './scan-event.ts';

let scans: ScanEvent[];
let stop: () => void;
let now: number;

beforeEach(() => {
  vi.useFakeTimers();
  scans = [];
  now = 1_000;
  stop = listenForScans(document, (scan) => scans.push(scan));
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.useRealTimers();
});

/**
 * Presses keys like hardware: each reaches the focused element, and has its default effect unless
 * prevented.
 */
function press(keys: readonly string[], gapMs: number): void {
  for (const key of keys) {
    vi.advanceTimersByTime(gapMs);
    now += gapMs;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: now });
    const target = document.activeElement ?? document.body;
    if (!target.dispatchEvent(event)) continue;
    if (target instanceof HTMLInputElement && key.length === 1) target.value += key;
    if (target instanceof HTMLButtonElement && key === 'Enter') target.click();
  }
}
const scanner = (text: string) => press([...text, 'Enter'], 8);
const person = (text: string) => press([...text], 140);
const rest = () => vi.advanceTimersByTime(500);

function add<K extends 'input' | 'button'>(tag: K): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  document.body.append(element);
  element.focus();
  return element;
}

describe('listening for scanners on the page', () => {
  it('receives a scanner with nothing focused', () => {
    scanner('AB123456789');
    expect(scans).toMatchObject([{ text: 'AB123456789', source: 'wedge' }]);
  });

  it('does not treat a stall of the page as the end of a slow scan without a suffix', () => {
    const stall = vi.spyOn(performance, 'now');
    press(Array.from('1234'), 55);
    const fired = performance.now();
    stall.mockReturnValueOnce(fired + 400);
    vi.advanceTimersByTime(105);
    now += 50;
    press(['5'], 5);
    press(Array.from('67890'), 55);
    rest();
    stall.mockRestore();
    expect(scans.map(({ text }) => text)).toEqual(['1234567890']);
  });

  it('removes a scan from the focused field, and notifies the field', () => {
    const field = add('input');
    field.value = '80.00';
    const seen: string[] = [];
    field.addEventListener('input', () => seen.push(field.value));
    scanner('1234567890');
    expect(field.value).toBe('80.00');
    expect(seen).toEqual(['80.00']);
    expect(scans.map(({ text }) => text)).toEqual(['1234567890']);
  });

  it('removes the beginning of an interrupted scan from the field', () => {
    const field = add('input');
    field.value = '80';
    press(['1', '2'], 8);
    vi.advanceTimersByTime(200);
    now += 200;
    scanner('34567890');
    expect(field.value).toBe('80');
    expect(scans.map(({ text }) => text)).toEqual(['1234567890']);
  });

  it('restores nothing on the page if only a field received the beginning of a scan', () => {
    const putBack = vi.fn<() => void>();
    stop();
    stop = listenForScans(
      document,
      (scan) => scans.push(scan),
      () => putBack,
    );
    person('80');
    rest();
    now += 500;
    const field = add('input');
    press(['Escape', '1'], 8);
    vi.advanceTimersByTime(150);
    scanner('234567890');
    expect(field.value).toBe('');
    expect(scans.map(({ text }) => text)).toEqual(['1234567890']);
    expect(putBack).not.toHaveBeenCalled();
  });

  it.each([[[1]], [[3]], [[2, 4]], [[5, 1]]])(
    'also restores the page if it received the scan key by key: after %j',
    (parts) => {
      let digits = '80';
      const seen: string[] = [];
      const listener = ({ key }: KeyboardEvent) => {
        digits += key;
      };
      document.addEventListener('keydown', listener);
      stop();
      stop = listenForScans(
        document,
        (scan) => {
          seen.push(digits);
          scans.push(scan);
        },
        () => {
          const before = digits;
          return () => {
            digits = before;
          };
        },
      );
      let code = '1234567890';
      for (const part of parts) {
        press(Array.from(code.slice(0, part)), 8);
        code = code.slice(part);
        /* The page stalls: the timer has passed, but the next keys were pressed on time. */
        vi.advanceTimersByTime(150);
      }
      expect(digits).not.toBe('80');
      scanner(code);
      document.removeEventListener('keydown', listener);
      expect(scans.map(({ text }) => text)).toEqual(['1234567890']);
      expect(seen, 'before the scan is told').toEqual(['80']);
    },
  );

  it('withholds a scan with a late Enter from the page, and removes it from a field', () => {
    const heard: string[] = [];
    const listener = ({ key }: KeyboardEvent) => heard.push(key);
    document.addEventListener('keydown', listener);
    const halting = () => {
      press(['1', '2', '3', '4', '5'], 8);
      vi.advanceTimersByTime(150);
      press(['6', '7', '8', '9'], 8);
      now += 150;
      press(['Enter'], 8);
    };
    stop();
    stop = listenForScans(
      document,
      (scan) => scans.push(scan),
      () => {
        const { length } = heard;
        return () => heard.splice(length);
      },
    );
    halting();
    document.removeEventListener('keydown', listener);
    rest();
    const field = add('input');
    now += 1_000;
    halting();
    expect([heard, field.value]).toEqual([[], '']);
    expect(scans.map(({ text }) => text)).toEqual(['123456789', '123456789']);
  });

  it('keeps characters that a person typed before a scan', () => {
    let digits = '';
    const listener = ({ key }: KeyboardEvent) => {
      digits += key;
    };
    document.addEventListener('keydown', listener);
    stop();
    stop = listenForScans(
      document,
      (scan) => scans.push(scan),
      () => {
        const before = digits;
        return () => {
          digits = before;
        };
      },
    );
    person('80');
    rest();
    now += 500;
    scanner('1234567890');
    document.removeEventListener('keydown', listener);
    expect([digits, scans.length]).toEqual(['80', 1]);
  });

  it('leaves typed characters in their field', () => {
    const field = add('input');
    person('1234567890');
    rest();
    expect(field.value).toBe('1234567890');
    expect(scans).toEqual([]);
  });

  it("prevents the scanner's Enter from pressing a button, and lets a person press it", () => {
    const button = add('button');
    const clicked = vi.fn<() => void>();
    button.addEventListener('click', clicked);
    scanner('1234567890');
    expect(clicked).not.toHaveBeenCalled();
    press(['Enter'], 500);
    expect(clicked).toHaveBeenCalledOnce();
  });

  it('keeps scanned keys from listeners of the page and gives typed ones to them, in order', () => {
    const heard: string[] = [];
    const listener = (event: KeyboardEvent) => heard.push(event.key);
    document.addEventListener('keydown', listener);
    person('80');
    rest();
    now += 500;
    scanner('1234567890');
    document.removeEventListener('keydown', listener);
    expect(heard).toEqual(['8', '0']);
    expect(scans).toHaveLength(1);
  });

  it('puts a typed character into the field that a listener focuses for it', () => {
    const field = add('input');
    field.blur();
    const focus = () => field.focus();
    document.addEventListener('keydown', focus);
    press(['A'], 140);
    rest();
    document.removeEventListener('keydown', focus);
    expect(field.value).toBe('A');
  });

  it.each([
    ['if its first keys were treated as typed', () => vi.advanceTimersByTime(150)],
    ['only when the next key is on its way', () => void (now += 150)],
  ])('removes the beginning of a scan from a field that a listener focused for it %s', (_, stall) => {
    const field = add('input');
    field.blur();
    const listener = ({ key }: KeyboardEvent) => key !== 'Enter' && field.focus();
    document.addEventListener('keydown', listener);
    press(['3', '0'], 8);
    stall();
    scanner('00000001');
    document.removeEventListener('keydown', listener);
    expect(scans.map(({ text }) => text)).toEqual(['3000000001']);
    expect(field.value).toBe('');
  });

  it('removes the beginning of a scan from a field that did not take its first character', () => {
    const field = add('input');
    field.value = '7';
    field.blur();
    const listener = ({ key }: KeyboardEvent) => /^[A-Z\d]$/.test(key) && field.focus();
    document.addEventListener('keydown', listener);
    press(Array.from(']C0'), 8);
    vi.advanceTimersByTime(150);
    scanner('10AB123456');
    document.removeEventListener('keydown', listener);
    expect(scans.map(({ text }) => text)).toEqual(['10AB123456']);
    expect(field.value).toBe('7');
  });

  it('receives a scanner that sends no Enter', () => {
    press(Array.from('1234567890'), 10);
    expect(scans).toEqual([]);
    rest();
    expect(scans.map(({ text }) => text)).toEqual(['1234567890']);
  });

  it('accepts a code that is pasted outside fields, and ignores a paste into a field', () => {
    const paste = () => {
      const event = new Event('paste', { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'clipboardData', { value: { getData: () => ' 1234567890\n' } });
      (document.activeElement ?? document.body).dispatchEvent(event);
    };
    paste();
    add('input');
    paste();
    expect(scans).toMatchObject([{ text: '1234567890', source: 'paste' }]);
  });

  it('receives nothing after it was stopped', () => {
    stop();
    scanner('1234567890');
    expect(scans).toEqual([]);
  });
});

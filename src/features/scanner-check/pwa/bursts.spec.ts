import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Burst, listenForBursts } from './bursts.ts';
import { isDetected } from './diagnose.ts';

let bursts: Burst[];
let stop: () => void;
let now: number;
let browserKeys: string[];

beforeEach(() => {
  vi.useFakeTimers();
  bursts = [];
  browserKeys = [];
  now = 1_000;
  stop = listenForBursts(document, (burst) => bursts.push(burst));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** Presses keys every 8 ms; a letter after `^` is held with Ctrl. */
function press(keys: readonly string[]): void {
  for (const name of keys) {
    now += 8;
    const key = name.replace(/^\^/, '');
    const event = new KeyboardEvent('keydown', { key, ctrlKey: key !== name, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: now });
    if (document.dispatchEvent(event) && key.length > 1) browserKeys.push(key);
    else if (!event.defaultPrevented && key !== name) browserKeys.push(name);
  }
}

describe('the input of a hand scanner under test', () => {
  it.each<[string, readonly string[], Burst['suffix']]>([
    ['a carriage return', ['Enter'], 'Enter'],
    ['a line feed', ['Control', '^j'], 'LineFeed'],
    ['both', ['Enter', 'Control', '^j'], 'Enter'],
    ['Tab', ['Tab'], 'Tab'],
    ['an unusual suffix key', ['ArrowDown'], 'other'],
  ])('ends with %s, which has no effect in the browser, and the next scan is separate', (_, end, suffix) => {
    for (const code of ['1234567890', '0987654321']) {
      press([...code, ...end]);
      vi.advanceTimersByTime(500);
      now += 500;
    }
    const texts = bursts.map(({ keys }) => keys.map(({ key }) => key).join(''));
    expect(texts).toEqual(['1234567890', '0987654321']);
    expect(bursts.map((burst) => burst.suffix)).toEqual([suffix, suffix]);
    expect(bursts.every((burst) => isDetected(burst, { endsBare: false }))).toBe(true);
    expect(browserKeys.filter((key) => key !== 'Control')).toEqual([]);
  });

  it.each(['Process', 'Unidentified'])('is reported if an input method takes its keys as %s', (name) => {
    press([...Array.from('1234567890', () => name), 'Enter']);
    vi.advanceTimersByTime(500);
    expect(bursts.map(({ isComposed, suffix }) => [isComposed, suffix])).toEqual([[true, 'Enter']]);
  });
});

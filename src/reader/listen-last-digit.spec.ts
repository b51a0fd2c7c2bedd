import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenForScans } from './listen.ts';

let scans: string[];
let stop: () => void;
let now: number;

beforeEach(() => {
  vi.useFakeTimers();
  scans = [];
  now = 1_000;
  stop = listenForScans(document, ({ text }) => scans.push(text));
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.useRealTimers();
});

function press(keys: readonly string[], gapMs: number): void {
  for (const key of keys) {
    vi.advanceTimersByTime(gapMs);
    now += gapMs;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: now });
    const field = document.activeElement;
    if (field?.dispatchEvent(event) && field instanceof HTMLInputElement) field.value += key;
  }
  vi.advanceTimersByTime(500);
  now += 500;
}

it.each([
  ['a PIN', (field: HTMLInputElement) => void (field.type = 'password')],
  ['the last digits of a card', (field: HTMLInputElement) => void (field.dataset['actsOnLastDigit'] = '')],
])('keeps the digits of a scan out of a field for %s, and enters each digit that a person types', (_, prepare) => {
  const field = document.createElement('input');
  field.maxLength = 6;
  prepare(field);
  document.body.append(field);
  field.focus();
  const seen: string[] = [];
  field.addEventListener('input', () => seen.push(field.value));
  press([...Array.from('000101'), 'Enter'], 8);
  press([...Array.from('1234567890'), 'Enter'], 8);
  expect(seen).toEqual([]);
  expect(scans).toEqual(['000101', '1234567890']);
  press(Array.from('2749158'), 140);
  expect(seen.at(-1)).toBe('274915');
});

import { AMOUNT_MAX, majorText, minorDigits } from '../../../contract/money.ts';
import type { KeypadKey } from '../../ui/keypad.tsx';
import { readAmount } from '../../ui/typed-amount.ts';

/** A key of the keypad, on the screen or on the keyboard. */
export type Key = KeypadKey;

/** An amount being typed, in minor units: the items already added up, and the one at hand. */
export interface Entry {
  readonly added: readonly number[];
  /** The item at hand; 0 while what was typed of it is no amount yet. */
  readonly current: number;
  /**
   * What was typed of it since a point or a comma said that it is in whole units; null while digits
   * fill from the cents.
   */
  readonly text: string | null;
}

/** Longer than any amount that is written. */
const TEXT_MAX = 24;

export const emptyEntry: Entry = { added: [], current: 0, text: null };

/** An amount as if it had been typed, in minor units. */
export function entryOf(amount: number): Entry {
  return { ...emptyEntry, current: amount };
}

/** What the entry comes to, in minor units; 0 while {@link isUnclear}. */
export function total(entry: Entry): number {
  return isUnclear(entry) ? 0 : entry.added.reduce((sum, item) => sum + item, entry.current);
}

/** Something was typed that is no amount yet, or that could be two. */
export function isUnclear({ current, text }: Entry): boolean {
  return current === 0 && text !== null && /[1-9]/.test(text);
}

/**
 * One key pressed. Digits alone fill from the cents; a point or a comma switches to whole units,
 * for the items after it too. What can't be read is unclear and comes to nothing, rather than to
 * what the keys before it came to; so is `5+3`, of which nobody can tell whether it is dollars or
 * cents. A key that leads past the largest amount does nothing.
 * @param currency null for a count of items, which has no cents
 */
export function press(entry: Entry, key: Key, currency: string | null): Entry {
  const next = pressed(entry, key, currency);
  return total(next) > AMOUNT_MAX ? entry : next;
}

function pressed(entry: Entry, key: Key, currency: string | null): Entry {
  switch (key) {
    case 'clear':
      return emptyEntry;
    case 'back':
      return back(entry, currency);
    case 'add':
      return currency === null ? entry : add(entry, currency);
    case '.':
    case ',':
      return currency === null
        ? entry
        : withText(entry, `${entry.text ?? entry.current}`.padStart(1, '0') + key, currency);
    default:
      if (entry.text === null || currency === null)
        return { ...entry, current: entry.current * 10 ** key.length + Number(key) };
      return withText(entry, entry.text + key, currency);
  }
}

function withText(entry: Entry, text: string, currency: string): Entry {
  return text.length > TEXT_MAX ? entry : { ...entry, text, current: readAmount(text, currency) ?? 0 };
}

function add(entry: Entry, currency: string): Entry {
  const { added, current, text } = entry;
  if (isUnclear(entry) || current === 0) return entry;
  if (text === null && current < 10 ** minorDigits(currency)) return withText(entry, `${current}+`, currency);
  return { added: [...added, current], current: 0, text: text === null ? null : '' };
}

/** Takes the last key back, and after the first one of an item brings the item before it back. */
function back({ added, current, text }: Entry, currency: string | null): Entry {
  if (text === '' || (text === null && current === 0)) {
    const last = added.at(-1) ?? 0;
    return {
      added: added.slice(0, -1),
      current: last,
      text: text === null || currency === null || last === 0 ? null : majorText({ amount: last, currency }),
    };
  }
  if (text === null || currency === null) return { added, current: Math.floor(current / 10), text };
  const shorter = text.slice(0, -1);
  const staysText = /[.,+]/.test(shorter) || (added.length > 0 && !text.endsWith('+'));
  return staysText
    ? withText({ added, current, text }, shorter, currency)
    : { added, text: null, current: Number(shorter) };
}

/** The keypad key that a keyboard key stands for. */
export function keyFromKeyboard(key: string): Key | null {
  if (/^[\d.,]$/.test(key)) return key as Key;
  const named: Partial<Record<string, Key>> = { Backspace: 'back', Delete: 'clear', '+': 'add' };
  return named[key] ?? null;
}

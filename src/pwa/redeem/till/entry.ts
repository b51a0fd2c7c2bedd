import type { TypedAmounts } from '../../../contract/access/till-rule.ts';
import { AMOUNT_MAX, majorText, minorDigits } from '../../../contract/money/money.ts';
import type { KeypadKey } from '../../ui/keypad.tsx';
import { readTyped } from '../../ui/typed-amount.ts';

/** A key of the keypad, on the screen or on the keyboard. */
export type Key = KeypadKey;

/** An amount being typed, in minor units: the items already added up, and the one at hand. */
export interface AmountEntry {
  readonly added: readonly number[];
  /** The item at hand; 0 while what was typed of it is no amount yet. */
  readonly current: number;
  /** What was typed of it. */
  readonly text: string;
  /** It is in whole units. The shop has it so, or a point or a comma said so. */
  readonly units: boolean;
}

/** How keys are read. */
export interface KeyReading {
  /** Null for a count of items, which has no cents. */
  readonly currency: string | null;
  readonly typed: TypedAmounts;
}

/** Longer than any amount that is written. */
const TEXT_MAX = 24;

export const emptyEntry: AmountEntry = { added: [], current: 0, text: '', units: false };

/** An amount as if it had been typed, in minor units. */
export function entryOf(amount: number, { currency, typed }: KeyReading): AmountEntry {
  if (typed === 'cents' || currency === null) return { ...emptyEntry, current: amount, text: String(amount) };
  const text = majorText({ amount, currency }).replace(/\.0+$/, '');
  return { ...emptyEntry, current: amount, text, units: true };
}

/** What the entry comes to, in minor units; 0 while {@link isUnclear}. */
export function total(entry: AmountEntry): number {
  return isUnclear(entry) ? 0 : entry.added.reduce((sum, item) => sum + item, entry.current);
}

/** Something was typed that is no amount yet, or that could be two. */
export function isUnclear({ current, text }: AmountEntry): boolean {
  return current === 0 && /[1-9]/.test(text);
}

/**
 * One key pressed. Digits alone are whole units or cents, as the shop has it; a point or a comma
 * makes whole units of them, for the items after it too. What can't be read is unclear and comes to
 * nothing, rather than to what the keys before it came to. A key that leads past the largest amount
 * does nothing.
 */
export function press(entry: AmountEntry, key: Key, reading: KeyReading): AmountEntry {
  const next = pressed(entry, key, reading);
  return total(next) > AMOUNT_MAX ? entry : next;
}

/**
 * Whether digits are more than an amount ever has.
 *
 * Then they are the number of a voucher.
 */
export function isLongerThanAmounts(text: string, { currency, typed }: KeyReading): boolean {
  const digits = currency === null || typed === 'cents' ? 0 : minorDigits(currency);
  const most = AMOUNT_MAX / 10 ** digits;
  return /^\d+$/.test(text) && (Number(text) > most || text.length > String(most).length);
}

function pressed(entry: AmountEntry, key: Key, reading: KeyReading): AmountEntry {
  const { currency, typed } = reading;
  switch (key) {
    case 'clear':
      return emptyEntry;
    case 'back':
      return back(entry, reading);
    case 'add':
      return currency === null ? entry : add(entry);
    case '.':
    case ',':
      return currency === null ? entry : withText(entry, (entry.text || '0') + key, { currency, typed: 'units' });
    default:
      return withText(entry, entry.text + key, { currency, typed: entry.units ? 'units' : typed });
  }
}

function withText(entry: AmountEntry, text: string, { currency, typed }: KeyReading): AmountEntry {
  if (text.length > TEXT_MAX) return entry;
  const current = currency === null ? Number(text) : (readTyped(text, currency, typed) ?? 0);
  return { ...entry, text, current, units: currency !== null && typed === 'units' };
}

function add(entry: AmountEntry): AmountEntry {
  const { added, current } = entry;
  return current === 0 ? entry : { ...entry, added: [...added, current], current: 0, text: '' };
}

/** Takes the last key back, and after the first one of an item brings the item before it back. */
function back({ added, text, units }: AmountEntry, { currency, typed }: KeyReading): AmountEntry {
  const reading: KeyReading = { currency, typed: units ? 'units' : typed };
  if (text === '') {
    const last = added.at(-1);
    return last === undefined ? emptyEntry : { ...entryOf(last, reading), added: added.slice(0, -1) };
  }
  const shorter = text.slice(0, -1);
  const staysUnits = typed === 'units' || added.length > 0 || /[.,]/.test(shorter);
  return withText({ ...emptyEntry, added }, shorter, staysUnits ? reading : { currency, typed });
}

/** The keypad key that a keyboard key stands for. */
export function keyFromKeyboard(key: string): Key | null {
  if (/^[\d.,]$/.test(key)) return key as Key;
  const named: Partial<Record<string, Key>> = { Backspace: 'back', Delete: 'clear', '+': 'add' };
  return named[key] ?? null;
}

import type { TypedAmounts } from '../../../contract/access/till-rule.ts';
import { AMOUNT_MAX } from '../../../contract/money/limits.ts';
import { majorText, minorDigits } from '../../../contract/money/money.ts';
import { withAsciiDigits } from '../../../contract/platform/ascii-digits.ts';
import type { KeypadKey } from '../../ui/keypad.tsx';
import { ARABIC_POINT, readTyped } from '../../ui/typed-amount.ts';
import { ENTRY_TEXT_MAX } from '../limits.ts';

export type Key = KeypadKey;

/** An amount being typed, in minor units: the sum of completed items, and the current item. */
export interface AmountEntry {
  readonly added: readonly number[];
  /** The current item; 0 while its text is not an amount yet. */
  readonly current: number;
  /** The text of the current item. */
  readonly text: string;
  /**
   * True if digits are whole units, by the shop's setting or because of a decimal point or comma.
   */
  readonly units: boolean;
  /** True after Enter, a scan or a redemption: the next digit begins a new amount. */
  readonly complete: boolean;
}

export interface KeyReading {
  /** Null for a count of items, which has no cents. */
  readonly currency: string | null;
  readonly typed: TypedAmounts;
}

export const emptyEntry: AmountEntry = { added: [], current: 0, text: '', units: false, complete: false };

/** Creates an entry as if the amount, in minor units, had been typed. */
export function entryOf(amount: number, { currency, typed }: KeyReading): AmountEntry {
  if (typed === 'cents' || currency === null) return { ...emptyEntry, current: amount, text: String(amount) };
  const text = majorText({ amount, currency }).replace(/\.0+$/, '');
  return { ...emptyEntry, current: amount, text, units: true };
}

/** The total in minor units; 0 while {@link isUnclear}. */
export function entryTotal(entry: AmountEntry): number {
  return isUnclear(entry) ? 0 : entry.added.reduce((sum, item) => sum + item, entry.current);
}

/** True if the text is not an amount yet, or is ambiguous. */
export function isUnclear({ current, text }: AmountEntry): boolean {
  return current === 0 && /[1-9]/.test(text);
}

/**
 * Applies one key. Digits alone are whole units or cents, as the shop has set. With a decimal point
 * or comma, this item and the following ones are in whole units. Unreadable text counts as 0, not
 * as the amount at its start. A key that would exceed the largest amount is ignored.
 */
export function applyKey(entry: AmountEntry, key: Key, reading: KeyReading): AmountEntry {
  const next = withKey(entry, key, reading);
  return entryTotal(next) > AMOUNT_MAX ? entry : next;
}

/** True if there are more digits than any amount has. In that case, they are a voucher's number. */
export function isLongerThanAmounts(text: string, { currency, typed }: KeyReading): boolean {
  const digits = currency === null || typed === 'cents' ? 0 : minorDigits(currency);
  const most = AMOUNT_MAX / 10 ** digits;
  return /^\d+$/.test(text) && (Number(text) > most || text.length > String(most).length);
}

/** True if anything was typed, even if it is no amount yet. */
export function hasKeys({ text, added }: AmountEntry): boolean {
  return text !== '' || added.length > 0;
}

/** Ends typing: the next digit replaces the amount. */
export function completeEntry(entry: AmountEntry): AmountEntry {
  return entry.complete || !hasKeys(entry) ? entry : { ...entry, complete: true };
}

/**
 * Keys that change the current amount, even a complete one. All others replace a complete amount.
 */
const CORRECTIONS: ReadonlySet<Key> = new Set(['clear', 'back', 'add']);

function withKey(before: AmountEntry, key: Key, reading: KeyReading): AmountEntry {
  const { currency, typed } = reading;
  const entry = before.complete && !CORRECTIONS.has(key) ? emptyEntry : { ...before, complete: false };
  switch (key) {
    case 'clear':
      return emptyEntry;
    case 'back':
      return removeLastKey(entry, reading);
    case 'add':
      return currency === null ? entry : nextItem(entry);
    case '.':
    case ',':
      return currency === null ? entry : withText(entry, (entry.text || '0') + key, { currency, typed: 'units' });
    default:
      return withText(entry, entry.text + key, { currency, typed: entry.units ? 'units' : typed });
  }
}

function withText(entry: AmountEntry, text: string, { currency, typed }: KeyReading): AmountEntry {
  if (text.length > ENTRY_TEXT_MAX) return entry;
  const current = currency === null ? Number(text) : (readTyped(text, currency, typed) ?? 0);
  return { ...entry, text, current, units: currency !== null && typed === 'units' };
}

function nextItem(entry: AmountEntry): AmountEntry {
  const { added, current } = entry;
  return current === 0 ? entry : { ...entry, added: [...added, current], current: 0, text: '' };
}

/** Removes the last key. If it was the first key of an item, the previous item becomes current. */
function removeLastKey({ added, text, units }: AmountEntry, { currency, typed }: KeyReading): AmountEntry {
  const reading: KeyReading = { currency, typed: units ? 'units' : typed };
  if (text === '') {
    const last = added.at(-1);
    return last === undefined ? emptyEntry : { ...entryOf(last, reading), added: added.slice(0, -1) };
  }
  const shorter = text.slice(0, -1);
  const staysUnits = typed === 'units' || added.length > 0 || /[.,]/.test(shorter);
  return withText({ ...emptyEntry, added }, shorter, staysUnits ? reading : { currency, typed });
}

export function keyFromKeyboard(key: string): Key | null {
  const plain = key === ARABIC_POINT ? '.' : withAsciiDigits(key);
  if (/^[\d.,]$/.test(plain)) return plain as Key;
  const named: Partial<Record<string, Key>> = { Backspace: 'back', Delete: 'clear', '+': 'add' };
  return named[key] ?? null;
}

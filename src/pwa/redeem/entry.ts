import { AMOUNT_MAX } from '../../contract/money.ts';
import type { KeypadKey } from '../ui/keypad.tsx';

/** A key of the keypad, on the screen or on the keyboard. */
export type Key = KeypadKey;

/** An amount being typed, in minor units: the items already added up, and the one that fills from the cents. */
export interface Entry {
  readonly added: readonly number[];
  readonly current: number;
}

export const emptyEntry: Entry = { added: [], current: 0 };

/** What the entry comes to, in minor units. */
export function total({ added, current }: Entry): number {
  return added.reduce((sum, item) => sum + item, current);
}

/** One key pressed. A key that would lead past the largest amount does nothing. */
export function press(entry: Entry, key: Key): Entry {
  const next = pressed(entry, key);
  return total(next) > AMOUNT_MAX ? entry : next;
}

function pressed(entry: Entry, key: Key): Entry {
  switch (key) {
    case 'clear':
      return emptyEntry;
    case 'back':
      return entry.current > 0
        ? { ...entry, current: Math.floor(entry.current / 10) }
        : { added: entry.added.slice(0, -1), current: entry.added.at(-1) ?? 0 };
    case 'add':
      return entry.current > 0 ? { added: [...entry.added, entry.current], current: 0 } : entry;
    default:
      return { ...entry, current: entry.current * 10 ** key.length + Number(key) };
  }
}

/** The keypad key that a keyboard key stands for. */
export function keyFromKeyboard(key: string): Key | null {
  if (/^\d$/.test(key)) return key as Key;
  const named: Partial<Record<string, Key>> = { Backspace: 'back', Delete: 'clear', '+': 'add' };
  return named[key] ?? null;
}

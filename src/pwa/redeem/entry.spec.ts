import { describe, expect, it } from 'vitest';
import { AMOUNT_MAX } from '../../contract/money.ts';
import { emptyEntry, type Key, keyFromKeyboard, press, total } from './entry.ts';

const typed = (...keys: Key[]) => keys.reduce(press, emptyEntry);

describe('the keypad', () => {
  it('fills from the cents', () => {
    expect(total(typed('2', '3', '4', '0'))).toBe(2340);
    expect(total(typed('5', '00'))).toBe(500);
  });

  it('adds up items', () => {
    const entry = typed('1', '00', 'add', '2', '5', '0', 'add', '9', '9');
    expect(entry.added).toEqual([100, 250]);
    expect(total(entry)).toBe(449);
  });

  it('does not add an empty item', () => {
    expect(typed('1', 'add', 'add').added).toEqual([1]);
  });

  it('takes back digits, then brings the last item back for editing', () => {
    expect(total(typed('1', '2', 'back'))).toBe(1);
    expect(typed('1', '2', 'add', 'back')).toEqual({ added: [], current: 12 });
    expect(typed('back')).toEqual(emptyEntry);
  });

  it('clears everything', () => {
    expect(typed('1', 'add', '2', 'clear')).toEqual(emptyEntry);
  });

  it('ignores a key that would lead past the largest amount', () => {
    const full = { added: [], current: AMOUNT_MAX };
    expect(press(full, '0')).toBe(full);
    expect(press({ added: [AMOUNT_MAX], current: 0 }, '1').current).toBe(0);
  });

  it('understands the keyboard', () => {
    expect(['7', 'Backspace', 'Delete', '+', 'a', 'Enter'].map(keyFromKeyboard)).toEqual(['7', 'back', 'clear', 'add', null, null]);
  });
});

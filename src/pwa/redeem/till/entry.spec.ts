import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../contract/languages.ts';
import { AMOUNT_MAX } from '../../../contract/money.ts';
import { createFormat } from '../../ui/format.ts';
import { readAmount } from '../../ui/typed-amount.ts';
import { type Entry, emptyEntry, isUnclear, type Key, keyFromKeyboard, press, total } from './entry.ts';

const pressAll = (keys: readonly Key[], currency: string | null = 'SGD') =>
  keys.reduce((entry, key) => press(entry, key, currency), emptyEntry);
const typed = (...keys: Key[]) => pressAll(keys);
/** As on a keyboard: `12.5+3`. */
const keyboard = (text: string, currency = 'SGD') =>
  pressAll(
    Array.from(text).flatMap((key) => keyFromKeyboard(key) ?? []),
    currency,
  );

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
    expect(typed('1', '00', 'add', 'add').added).toEqual([100]);
  });

  it('takes back digits, then brings the last item back for editing', () => {
    expect(total(typed('1', '2', 'back'))).toBe(1);
    expect(typed('1', '2', '0', 'add', 'back')).toEqual({ added: [], current: 120, text: null });
    expect(typed('back')).toEqual(emptyEntry);
  });

  it('clears everything', () => {
    expect(typed('1', '00', 'add', '2', 'clear')).toEqual(emptyEntry);
    expect(typed('1', '.', '5', 'clear')).toEqual(emptyEntry);
  });

  it('ignores a key that would lead past the largest amount', () => {
    const full = { ...emptyEntry, current: AMOUNT_MAX };
    expect(press(full, '0', 'SGD')).toBe(full);
    expect(press({ ...emptyEntry, added: [AMOUNT_MAX] }, '1', 'SGD').current).toBe(0);
  });

  it('understands the keyboard', () => {
    expect(['7', 'Backspace', 'Delete', '+', '.', ',', 'a', 'Enter'].map(keyFromKeyboard)).toEqual([
      '7',
      'back',
      'clear',
      'add',
      '.',
      ',',
      null,
      null,
    ]);
  });
});

describe('a point or a comma', () => {
  it.each([
    ['12.5', 1250],
    ['12,5', 1250],
    ['80.', 8000],
    ['.5', 50],
    ['1,234.50', 123_450],
    ['1.234,50', 123_450],
    ['1,234,567', 123_456_700],
  ])('says that %s is in whole units', (text, cents) => expect(total(keyboard(text))).toBe(cents));

  it('counts for the items after it too', () => {
    expect(total(keyboard('12.5+3'))).toBe(1550);
    expect(total(keyboard('5.+3'))).toBe(800);
    expect(total(keyboard('5.00+3+0.05'))).toBe(805);
  });

  it('goes with the currency', () => {
    expect(total(keyboard('150.', 'JPY'))).toBe(150);
    expect(total(keyboard('1.234', 'KWD'))).toBe(1234);
  });

  it('is taken back like a digit: then the digits fill from the cents again', () => {
    expect(press(keyboard('12.'), 'back', 'SGD')).toEqual({ added: [], current: 12, text: null });
    expect(total(press(keyboard('12.50'), 'back', 'SGD'))).toBe(1250);
    expect(total(press(keyboard('12.50+3'), 'back', 'SGD'))).toBe(1250);
    expect(press(press(keyboard('12.50+3'), 'back', 'SGD'), 'back', 'SGD')).toEqual({
      added: [],
      current: 1250,
      text: '12.50',
    });
  });

  it('is nothing to a count of items', () => {
    expect(total(pressAll(['1', '.', '2', 'add', ','], null))).toBe(12);
  });

  it('makes no amount of what could be two, and says that it is unclear', () => {
    expect([total(keyboard('12.500')), isUnclear(keyboard('12.500'))]).toEqual([0, true]);
    expect([total(keyboard('1,234', 'KWD')), isUnclear(keyboard('1,234', 'KWD'))]).toEqual([0, true]);
    expect(isUnclear(keyboard('12.50'))).toBe(false);
    expect(isUnclear(keyboard('150.5', 'JPY'))).toBe(true);
    expect(keyboard('12.500+').added).toEqual([]);
  });

  it.each(Object.entries(LANGUAGES))('is read as %s writes it, key by key', (_, { tag }) => {
    const format = createFormat({ locale: tag, timeZone: 'UTC', items: String, justNow: 'just now' });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.constantFrom('SGD', 'IDR', 'MYR'),
        (amount, currency) => {
          expect(total(keyboard(format.moneyParts({ amount, currency }).number, currency))).toBe(amount);
        },
      ),
    );
  });

  it('never makes another amount of keys than the one reader of amounts does', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{1,6}[.,][\d.,]{0,8}$/),
        fc.constantFrom('SGD', 'JPY', 'KWD'),
        (text, currency) => {
          const entry = keyboard(text, currency);
          expect(total(entry)).toBe(readAmount(entry.text ?? '', currency) ?? 0);
        },
      ),
    );
  });
});

describe('an item of digits alone that is less than one whole unit', () => {
  it.each(['5+3', '50+30', '500+5+3', '5+3.'])('is not added up: %s is unclear, and comes to nothing', (text) => {
    const entry = keyboard(text);
    expect([total(entry), isUnclear(entry)]).toEqual([0, true]);
  });

  it('is taken back key by key', () => {
    const keys = (text: string, backs: number) =>
      Array.from({ length: backs }).reduce<Entry>((entry) => press(entry, 'back', 'SGD'), keyboard(text));
    expect(isUnclear(keys('5+3', 1))).toBe(true);
    expect(keys('5+3', 2)).toEqual({ added: [], current: 5, text: null });
    expect(keys('500+5+3', 2)).toEqual({ added: [500], current: 5, text: null });
  });

  it('can be added up where it was typed so that nobody can mistake it', () => {
    expect(total(keyboard('0.05+0.50'))).toBe(55);
    expect(total(keyboard('5+3', 'JPY'))).toBe(8);
  });
});

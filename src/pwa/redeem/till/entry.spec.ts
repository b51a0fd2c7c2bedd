import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AMOUNT_MAX } from '../../../contract/money/limits.ts';
import { LANGUAGES } from '../../../contract/platform/languages.ts';
import { createFormat } from '../../ui/format.ts';
import { readAmount } from '../../ui/typed-amount.ts';
import {
  applyKey,
  completeEntry,
  emptyEntry,
  entryOf,
  entryTotal,
  isLongerThanAmounts,
  isUnclear,
  type Key,
  type KeyReading,
  keyFromKeyboard,
} from './entry.ts';

/** Digits alone fill from the cents. */
const CENTS: KeyReading = { currency: 'SGD', typed: 'cents' };
const UNITS: KeyReading = { currency: 'SGD', typed: 'units' };
const pressAll = (keys: readonly Key[], reading = CENTS) =>
  keys.reduce((entry, key) => applyKey(entry, key, reading), emptyEntry);
const typed = (...keys: Key[]) => pressAll(keys);
/** As on a keyboard: `12.5+3`. */
const keyboard = (text: string, currency = 'SGD', meant: KeyReading['typed'] = 'cents') =>
  pressAll(
    Array.from(text).flatMap((key) => keyFromKeyboard(key) ?? []),
    { currency, typed: meant },
  );
const units = (text: string, currency = 'SGD') => keyboard(text, currency, 'units');

describe('the keypad', () => {
  it('fills the amount from the cents', () => {
    expect(entryTotal(typed('2', '3', '4', '0'))).toBe(2340);
    expect(entryTotal(typed('5', '00'))).toBe(500);
  });

  it('accepts the digits of Bengali, Tamil and Arabic keyboards', () => {
    expect(entryTotal(keyboard('১২.৫'))).toBe(1250);
    expect(entryTotal(keyboard('௮௦'))).toBe(80);
    expect(entryTotal(keyboard('٨٠٫٥'))).toBe(8050);
  });

  it('adds up items', () => {
    const entry = typed('1', '00', 'add', '2', '5', '0', 'add', '9', '9');
    expect(entry.added).toEqual([100, 250]);
    expect(entryTotal(entry)).toBe(449);
  });

  it('does not add an empty item', () => {
    expect(typed('1', '00', 'add', 'add').added).toEqual([100]);
  });

  it('deletes digits, then restores the last item for editing', () => {
    expect(entryTotal(typed('1', '2', 'back'))).toBe(1);
    expect(typed('1', '2', '0', 'add', 'back')).toEqual({
      added: [],
      current: 120,
      text: '120',
      units: false,
      complete: false,
    });
    expect(typed('back')).toEqual(emptyEntry);
  });

  it('begins another amount with the first digit after Enter, while other keys correct the finished one', () => {
    const finished = completeEntry(typed('6', '0', '00'));
    const next = (key: Key) => entryTotal(applyKey(finished, key, CENTS));
    expect((['5', '00', '.', 'back', 'clear', 'add'] as const).map(next)).toEqual([5, 0, 0, 600, 0, 6_000]);
    expect(entryTotal(applyKey(applyKey(finished, 'add', CENTS), '5', CENTS))).toBe(6_005);
    expect(completeEntry(emptyEntry)).toBe(emptyEntry);
  });

  it('clears everything', () => {
    expect(typed('1', '00', 'add', '2', 'clear')).toEqual(emptyEntry);
    expect(typed('1', '.', '5', 'clear')).toEqual(emptyEntry);
  });

  it('ignores a key that would exceed the largest amount', () => {
    const full = entryOf(AMOUNT_MAX, CENTS);
    expect(applyKey(full, '0', CENTS)).toBe(full);
    expect(applyKey({ ...emptyEntry, added: [AMOUNT_MAX] }, '1', CENTS).current).toBe(0);
  });

  it('accepts the keys of a keyboard', () => {
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
  ])('reads %s as whole units', (text, cents) => expect(entryTotal(keyboard(text))).toBe(cents));

  it('also applies to the following items', () => {
    expect(entryTotal(keyboard('12.5+3'))).toBe(1550);
    expect(entryTotal(keyboard('5.+3'))).toBe(800);
    expect(entryTotal(keyboard('5.00+3+0.05'))).toBe(805);
  });

  it('depends on the currency', () => {
    expect(entryTotal(keyboard('150.', 'JPY'))).toBe(150);
    expect(entryTotal(keyboard('1.234', 'KWD'))).toBe(1234);
  });

  it('is deleted like a digit, and then the digits fill from the cents again', () => {
    expect(applyKey(keyboard('12.'), 'back', CENTS)).toEqual({
      added: [],
      current: 12,
      text: '12',
      units: false,
      complete: false,
    });
    expect(entryTotal(applyKey(keyboard('12.50'), 'back', CENTS))).toBe(1250);
    expect(entryTotal(applyKey(keyboard('12.50+3'), 'back', CENTS))).toBe(1250);
    expect(applyKey(applyKey(keyboard('12.50+3'), 'back', CENTS), 'back', CENTS)).toEqual({
      added: [],
      current: 1250,
      text: '12.50',
      units: true,
      complete: false,
    });
  });

  it('is ignored in a number of items', () => {
    expect(entryTotal(pressAll(['1', '.', '2', 'add', ','], { currency: null, typed: 'units' }))).toBe(12);
  });

  it('marks an ambiguous amount as unclear and ignores it', () => {
    expect([entryTotal(keyboard('12.500')), isUnclear(keyboard('12.500'))]).toEqual([0, true]);
    expect([entryTotal(keyboard('1,234', 'KWD')), isUnclear(keyboard('1,234', 'KWD'))]).toEqual([0, true]);
    expect(isUnclear(keyboard('12.50'))).toBe(false);
    expect(isUnclear(keyboard('150.5', 'JPY'))).toBe(true);
    expect(keyboard('12.500+').added).toEqual([]);
  });

  it.each(Object.entries(LANGUAGES))('is read in the notation of %s, key by key', (_, { tag }) => {
    const format = createFormat({ locale: tag, timeZone: 'UTC', items: String, justNow: 'just now' });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.constantFrom('SGD', 'IDR', 'MYR'),
        (amount, currency) => {
          expect(entryTotal(keyboard(format.moneyParts({ amount, currency }).number, currency))).toBe(amount);
        },
      ),
    );
  });

  it('never results in a different amount than the reader of typed amounts', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{1,6}[.,][\d.,]{0,8}$/),
        fc.constantFrom('SGD', 'JPY', 'KWD'),
        (text, currency) => {
          const entry = keyboard(text, currency);
          expect(entryTotal(entry)).toBe(readAmount(entry.text, currency) ?? 0);
        },
      ),
    );
  });
});

describe('digits alone', () => {
  it.each([
    ['80', 8_000, 80],
    ['80.', 8_000, 8_000],
    ['12.5', 1_250, 1_250],
    ['0', 0, 0],
    ['5+3', 800, 8],
    ['12.5+3', 1_550, 1_550],
  ])('%s is read differently in whole units and in cents', (text, whole, cents) => {
    expect([entryTotal(units(text)), entryTotal(keyboard(text))]).toEqual([whole, cents]);
  });

  it('stay whole units after deletions, and when typing continues', () => {
    const back = (text: string) => applyKey(units(text), 'back', UNITS);
    expect([entryTotal(back('80')), entryTotal(back('12.5')), entryTotal(back('5+3'))]).toEqual([800, 1_200, 500]);
    expect(entryTotal(applyKey(entryOf(8_000, UNITS), '5', UNITS))).toBe(80_500);
    expect(entryTotal(applyKey(entryOf(1_250, UNITS), 'back', UNITS))).toBe(1_250);
  });

  it('are a voucher’s number if there are more than an amount can have', () => {
    expect(['3000000001', '0012345678', '10000001'].map((text) => isLongerThanAmounts(text, UNITS))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['10000000', '1000', '12345678.90'].map((text) => isLongerThanAmounts(text, UNITS))).toEqual([
      false,
      false,
      false,
    ]);
    expect(['999999999', '3000000001'].map((text) => isLongerThanAmounts(text, CENTS))).toEqual([false, true]);
  });
});

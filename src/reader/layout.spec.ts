import { describe, expect, it } from 'vitest';
import { intendedText, usCharacter } from './layout.ts';

/** Characters of a French keyboard for digits, capitals and the signs of a link on a US one. */
const FRENCH: Readonly<Record<string, string>> = {
  '1': '&',
  '2': 'é',
  '3': '"',
  '4': "'",
  '5': '(',
  '6': '-',
  '7': 'è',
  '8': '_',
  '9': 'ç',
  '0': 'à',
  A: 'Q',
  Q: 'A',
  Z: 'W',
  W: 'Z',
  M: '?',
};

const typed = (text: string, sees: (character: string) => string, capsLock = false) =>
  Array.from(text, (character) => {
    const shift = /[A-Z]/.test(character);
    return { key: sees(character), traits: { us: character, shift, capsLock } };
  });

describe('the text that a scanner intended', () => {
  it('is the typed text if that is a code', () => {
    expect(intendedText(typed('AB123456789', (character) => character))).toBe('AB123456789');
    expect(intendedText([{ key: 'A' }, { key: '1' }])).toBe('A1');
  });

  it('is derived from the physical keys if the computer has another layout', () => {
    expect(intendedText(typed('QA1234567890', (character) => FRENCH[character] ?? character))).toBe('QA1234567890');
    expect(intendedText(typed('1234567890', (digit) => String.fromCodePoint(0x0be6 + Number(digit))))).toBe(
      '1234567890',
    );
  });

  it('can also be a link', () => {
    const link = 'https://vouchers.example/v/3f1c9a52?a=1&b=2';
    expect(intendedText(typed(link, (character) => character))).toBe(link);
    expect(intendedText(typed(link, (character) => (character === '/' ? '!' : (FRENCH[character] ?? character))))).toBe(
      link,
    );
  });

  it('has its capitals even if Caps Lock is on', () => {
    const flipped = (character: string) =>
      /[A-Z]/.test(character) ? character.toLowerCase() : character.toUpperCase();
    expect(intendedText(typed('Ab12Cd', flipped, true))).toBe('Ab12Cd');
    expect(intendedText(typed('AB12', (character) => character, true))).toBe('AB12');
  });

  it('excludes the prefix for the kind of code', () => {
    expect(intendedText(typed(']C01234567890', (character) => character))).toBe('1234567890');
    expect(intendedText(typed(']Q1AB123456789', (character) => character))).toBe('AB123456789');
  });

  it('stays as typed if it is a code in no layout', () => {
    expect(intendedText(typed('<?>|{}', (character) => character))).toBe('<?>|{}');
  });
});

describe('the US layout of a key', () => {
  it.each([
    ['KeyQ', false, 'q'],
    ['KeyQ', true, 'Q'],
    ['Digit4', false, '4'],
    ['Slash', false, '/'],
    ['Semicolon', true, ':'],
    ['Numpad7', false, '7'],
    ['Enter', false, null],
  ])('%s with Shift %s is %s', (code, shift, character) => {
    expect(usCharacter(code, shift)).toBe(character);
  });
});

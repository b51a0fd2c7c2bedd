/**
 * What a key press says beside its character.
 *
 * All of it is missing where a program made the event.
 */
export interface KeyTraits {
  /**
   * The character that the same key types on a US keyboard, which is what scanners pretend to be;
   * null for keys without one.
   */
  readonly us: string | null;
  readonly shift: boolean;
  readonly capsLock: boolean;
}

/** A key press, as far as it says which character was meant. */
export interface MeantKey {
  readonly key: string;
  readonly traits?: KeyTraits;
}

/**
 * Keys in the rows of a US keyboard that type something else than their name, alone and with Shift.
 */
const US_KEYS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Digit1: ['1', '!'],
  Digit2: ['2', '@'],
  Digit3: ['3', '#'],
  Digit4: ['4', '$'],
  Digit5: ['5', '%'],
  Digit6: ['6', '^'],
  Digit7: ['7', '&'],
  Digit8: ['8', '*'],
  Digit9: ['9', '('],
  Digit0: ['0', ')'],
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Backquote: ['`', '~'],
  Backslash: ['\\', '|'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Space: [' ', ' '],
};

/** Everything that refs and links are written with. */
const PLAIN_CODE = /^[A-Za-z0-9 _.:/#?=%+~@-]+$/;
const PLAIN_LINK = /^https?:\/\/[!-~]+$/i;
/**
 * What many scanners can put before a code to tell its kind (ISO/IEC 15424); no code of ours begins
 * so.
 */
const KIND_PREFIX = /^\][A-Za-z][0-9A-Za-z]/;

/** The character of a physical key (`KeyboardEvent.code`) on a US keyboard. */
export function usCharacter(code: string, shift: boolean): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shift ? letter : letter.toLowerCase();
  return US_KEYS[code]?.[shift ? 1 : 0] ?? /^Numpad(\d)$/.exec(code)?.[1] ?? null;
}

/**
 * The text that a scanner meant, less a prefix that tells the kind of code.
 * - A keyboard of another layout turns a US scanner's digits and dashes into other signs: where the
 * text is no code as it was typed, but is one on US keys, the US keys count. Layouts that only swap
 * letters cannot be told from the text.
 * - Caps Lock turns capitals round: the scanner's own Shift says what it meant.
 */
export function meantText(keys: readonly MeantKey[]): string {
  const typed = keys.map(uncapped).join('');
  const us = usText(keys);
  const meant = !isPlain(typed) && isPlain(withoutKind(us)) ? us : typed;
  return withoutKind(meant);
}

/** The text that the same keys type on a US keyboard. */
export function usText(keys: readonly MeantKey[]): string {
  return keys.map(({ key, traits }) => traits?.us ?? key).join('');
}

/** The text as it arrived, with what Caps Lock turned round. */
export function typedText(keys: readonly MeantKey[]): string {
  return keys
    .filter(({ key }) => key !== 'Dead')
    .map(uncapped)
    .join('');
}

/** A text without what tells the kind of its code. */
export function withoutKind(text: string): string {
  return text.replace(KIND_PREFIX, '');
}

function uncapped({ key, traits }: MeantKey): string {
  if (!traits?.capsLock || !/^\p{L}$/u.test(key)) return key;
  return traits.shift ? key.toUpperCase() : key.toLowerCase();
}

function isPlain(text: string): boolean {
  const code = text.replace(KIND_PREFIX, '');
  return PLAIN_CODE.test(code) || PLAIN_LINK.test(code);
}

/**
 * Properties of a key press in addition to its character. All are missing if a program created the
 * event.
 */
export interface KeyTraits {
  /**
   * The character of the same key on a US keyboard, which scanners emulate; null for keys without
   * one.
   */
  readonly us: string | null;
  readonly shift: boolean;
  readonly capsLock: boolean;
}

/** The parts of a key press that tell which character was meant. */
export interface KeyPress {
  readonly key: string;
  readonly traits?: KeyTraits;
}

/** Keys of a US keyboard whose character differs from their name, without and with Shift. */
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

/** The characters of codes and links that are typed without accents. */
const PLAIN_CODE = /^[A-Za-z0-9 _.:/#?=%+~@-]+$/;
const PLAIN_LINK = /^https?:\/\/[!-~]+$/i;
/**
 * A prefix that many scanners can put before a code to tell its type (ISO/IEC 15424). Codes
 * themselves do not start like this.
 */
const KIND_PREFIX = /^\][A-Za-z][0-9A-Za-z]/;

/** The character of a physical key (`KeyboardEvent.code`) on a US keyboard. */
export function usCharacter(code: string, shift: boolean): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shift ? letter : letter.toLowerCase();
  return US_KEYS[code]?.[shift ? 1 : 0] ?? /^Numpad(\d)$/.exec(code)?.[1] ?? null;
}

/**
 * The text that a scanner meant, without a prefix for the type of code.
 * - A keyboard of another layout turns a US scanner's digits and dashes into other characters. If
 *   the typed text is not a code but is one on US keys, the US keys are used. Layouts that only
 *   swap letters cannot be detected.
 * - Caps Lock inverts capitals: the scanner's own Shift shows the intended case.
 */
export function intendedText(keys: readonly KeyPress[]): string {
  const typed = keys.map(uncapped).join('');
  const us = usText(keys);
  const meant = !isPlain(typed) && isPlain(withoutKind(us)) ? us : typed;
  return withoutKind(meant);
}

/** The text of the same keys on a US keyboard. */
export function usText(keys: readonly KeyPress[]): string {
  return keys.map(({ key, traits }) => traits?.us ?? key).join('');
}

/** The text as it arrived, with the effect of Caps Lock removed. */
export function typedText(keys: readonly KeyPress[]): string {
  return keys
    .filter(({ key }) => key !== 'Dead')
    .map(uncapped)
    .join('');
}

export function withoutKind(text: string): string {
  return text.replace(KIND_PREFIX, '');
}

function uncapped({ key, traits }: KeyPress): string {
  if (!traits?.capsLock || !/^\p{L}$/u.test(key)) return key;
  return traits.shift ? key.toUpperCase() : key.toLowerCase();
}

function isPlain(text: string): boolean {
  const code = text.replace(KIND_PREFIX, '');
  return PLAIN_CODE.test(code) || PLAIN_LINK.test(code);
}

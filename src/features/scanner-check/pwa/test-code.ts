/** All characters of refs and links, each once. */
const ALL_CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:/?=&';
/** Repeats some characters, so that a text with other characters cannot match. */
const REPEATED_CHARACTERS = 'zyQWamZ0918-:/';

/** The content of the test code. It is neither a voucher nor a secret. */
export const TEST_TEXT = `${ALL_CHARACTERS}${REPEATED_CHARACTERS}`;

/** True if a text contains the test code. */
export function isTestText(text: string): boolean {
  return text.includes(TEST_TEXT);
}

/** The text before and after the test code; null if it is not contained. */
export function aroundTest(text: string): { readonly prefix: string; readonly suffix: string } | null {
  const at = text.indexOf(TEST_TEXT);
  return at === -1 ? null : { prefix: text.slice(0, at), suffix: text.slice(at + TEST_TEXT.length) };
}

/** The result of comparing the test code character by character. */
export interface LearnedCharacters {
  readonly prefix: string;
  readonly suffix: string;
  /** Maps received to intended characters, if they differ. */
  readonly characters: Readonly<Record<string, string>>;
}

/**
 * Derives the mapping of characters if the text is the test code with consistent replacements.
 *
 * Null for any other text.
 */
export function learnCharacters(text: string): LearnedCharacters | null {
  const arrived = Array.from(text);
  const meant = Array.from(TEST_TEXT);
  for (let from = 0; from + meant.length <= arrived.length; from += 1) {
    const characters = replacements(arrived.slice(from, from + meant.length), meant);
    if (characters === null) continue;
    return { prefix: arrived.slice(0, from).join(''), suffix: arrived.slice(from + meant.length).join(''), characters };
  }
  return null;
}

function replacements(arrived: readonly string[], meant: readonly string[]): Record<string, string> | null {
  const forward = new Map<string, string>();
  const back = new Map<string, string>();
  for (const [position, character] of arrived.entries()) {
    const was = meant[position] ?? '';
    if ((forward.get(character) ?? was) !== was || (back.get(was) ?? character) !== character) return null;
    forward.set(character, was);
    back.set(was, character);
  }
  return Object.fromEntries([...forward].filter(([character, was]) => character !== was));
}

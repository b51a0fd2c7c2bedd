/** Every character that refs and links are written with, each once. */
const ALL = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:/?=&';
/** Some of them again, so that a text of other characters cannot pass for it. */
const AGAIN = 'zyQWamZ0918-:/';

/** What stands in the test code. It is no voucher, and no secret. */
export const TEST_TEXT = `${ALL}${AGAIN}`;

/** Whether a text holds the test code, whatever stands around it. */
export function isTestText(text: string): boolean {
  return text.includes(TEST_TEXT);
}

/** What stands before and after the test code in a text; null where it is not in it. */
export function aroundTest(text: string): { readonly prefix: string; readonly suffix: string } | null {
  const at = text.indexOf(TEST_TEXT);
  return at === -1 ? null : { prefix: text.slice(0, at), suffix: text.slice(at + TEST_TEXT.length) };
}

/** What came of reading the test code character by character. */
export interface Learned {
  readonly prefix: string;
  readonly suffix: string;
  /** Character as it arrived to character as it was meant, where the two differ. */
  readonly characters: Readonly<Record<string, string>>;
}

/**
 * Which character stands for which, if a text is the test code with each always replaced alike.
 *
 * Null where it is not.
 */
export function learnCharacters(text: string): Learned | null {
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
  const there = new Map<string, string>();
  const back = new Map<string, string>();
  for (const [position, character] of arrived.entries()) {
    const was = meant[position] ?? '';
    if ((there.get(character) ?? was) !== was || (back.get(was) ?? character) !== character) return null;
    there.set(character, was);
    back.set(was, character);
  }
  return Object.fromEntries([...there].filter(([character, was]) => character !== was));
}

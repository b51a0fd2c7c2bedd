/**
 * Letters that are hard to confuse. There are no digits, so that a badge scanned at a PIN prompt
 * enters none.
 */
export const BADGE_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ';
/** Number of letters of a badge's code: 4.4 bits each, 133 bits in total. */
export const BADGE_CHARACTERS = 30;
/**
 * Prefix of a badge's code. If the dash arrives as another character, the keyboard layout is wrong.
 */
const PREFIX = 'B-';
const BADGE = new RegExp(`^${PREFIX}[${BADGE_LETTERS}]{${BADGE_CHARACTERS}}$`);

export function badgeText(letters: string): string {
  return `${PREFIX}${letters}`;
}

/**
 * Finds the code of a badge in scanned text and normalises it. Null for any other text. The code
 * identifies a person, but does not authenticate them.
 */
export function badgeIn(text: string): string | null {
  const compact = text.replace(/\s/g, '').toUpperCase();
  return BADGE.test(compact) ? compact : null;
}

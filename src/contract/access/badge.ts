/**
 * Letters that are hard to confuse. There are no digits: a badge that is scanned at a PIN prompt
 * must not enter any.
 */
export const BADGE_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ';
/** 4.4 bits each, 133 together. */
export const BADGE_CHARACTERS = 30;
/** The dash reveals a keyboard with another layout, which letters alone do not. */
const PREFIX = 'B-';
const BADGE = new RegExp(`^${PREFIX}[${BADGE_LETTERS}]{${BADGE_CHARACTERS}}$`);

export function badgeText(letters: string): string {
  return `${PREFIX}${letters}`;
}

/**
 * Finds the code of a badge in scanned text and normalises it. Null for any other text. It
 * identifies a person, and proves nothing.
 */
export function badgeIn(text: string): string | null {
  const compact = text.replace(/\s/g, '').toUpperCase();
  return BADGE.test(compact) ? compact : null;
}

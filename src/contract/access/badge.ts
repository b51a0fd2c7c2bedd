/**
 * Letters that nobody mistakes for one another.
 *
 * There are no digits: a badge that is scanned while a PIN is asked for must type none.
 */
export const BADGE_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ';
/** 4.4 bits each, 133 together. */
export const BADGE_CHARACTERS = 30;
/** The dash tells a keyboard of another layout, which letters alone do not. */
const PREFIX = 'B-';
const BADGE = new RegExp(`^${PREFIX}[${BADGE_LETTERS}]{${BADGE_CHARACTERS}}$`);

/** The text on a badge whose letters were drawn. */
export function badgeText(letters: string): string {
  return `${PREFIX}${letters}`;
}

/**
 * The code of a badge in what was scanned, in the one spelling.
 *
 * It is null for everything else. It says who somebody is, and proves nothing.
 */
export function badgeIn(text: string): string | null {
  const compact = text.replace(/\s/g, '').toUpperCase();
  return BADGE.test(compact) ? compact : null;
}

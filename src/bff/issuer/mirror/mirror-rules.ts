import { LIMITS } from '../../../contract/access/limits.ts';
import { glance } from './glance.ts';
import { readToEnd, readUntilAgreed } from './reading.ts';

/**
 * Search shows rows up to a minute late, and their clock may be behind by the pad for candidates:
 * younger rows are not final.
 */
export const VISIBLE_WITHIN_MS = LIMITS.candidatePadMs + 60_000;

/** A window older than this may lack rows that appeared late; a snapshot records that. */
const WINDOW_FRESH_MS = 20_000;
/**
 * Passes of a proof begin this far apart. A search that omits rows does so for seconds at a time,
 * and if the merchant is busy, nothing else reads those rows meanwhile.
 */
const PASSES_APART_MS = 10_000;
/** About eight rows a second. */
const FULL_ROWS_MAX = 2_000;

/**
 * True if the last minutes were recently read in full. @param ageMs since the reading began; null
 * for never
 */
export function isFresh(ageMs: number | null): boolean {
  return ageMs !== null && ageMs <= WINDOW_FRESH_MS;
}

/**
 * Returns the time up to which search shows every row, for a time of the issuer's clock;
 * milliseconds UTC, both.
 */
export function visibleUntil(now: number): number {
  return now - VISIBLE_WITHIN_MS;
}

/** Returns when the next pass of a proof may begin, given the start of the previous one. */
export function nextPassAt(beganMs: number): number {
  return beganMs + PASSES_APART_MS;
}

/**
 * True if the last minutes of a merchant contain too many rows to read in full. Read every ten
 * seconds, each of them would be read again and again.
 */
export function isTooMuch(rows: number): boolean {
  return rows > FULL_ROWS_MAX;
}

/**
 * The rules of the mirror, in one record that it receives. All of them always apply. Only the
 * simulation replaces one of them, to show that without it a caller would get an untrue result.
 */
export const MIRROR_RULES = {
  glance,
  readToEnd,
  readUntilAgreed,
  nextPassAt,
  isFresh,
  shownUntil: visibleUntil,
  isTooMuch,
};

export type MirrorRules = typeof MIRROR_RULES;

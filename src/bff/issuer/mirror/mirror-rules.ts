import { LIMITS } from '../../../contract/access/limits.ts';
import { glance } from './glance.ts';
import { FULL_ROWS_MAX, PASS_INTERVAL_MS, WINDOW_FRESH_MS } from './limits.ts';
import { readToEnd, readUntilAgreed } from './reading.ts';

/**
 * Search shows rows up to a minute late, and their clock may be behind by the pad for candidates:
 * younger rows are not final.
 */
export const VISIBLE_WITHIN_MS = LIMITS.candidatePadMs + 60_000;

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
  return beganMs + PASS_INTERVAL_MS;
}

/**
 * True if the last minutes of a merchant contain too many rows to read in full. Read every ten
 * seconds, they would use up the whole budget.
 */
export function isTooMuch(rows: number): boolean {
  return rows > FULL_ROWS_MAX;
}

/**
 * The rules of the mirror, as a record so that the simulation can replace one of them and show that
 * callers get a wrong result without it. In production, all rules apply.
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

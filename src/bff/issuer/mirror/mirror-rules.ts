import { LIMITS } from '../../../contract/access/limits.ts';
import { glance } from './glance.ts';
import { readToEnd, readUntilAgreed } from './reading.ts';

/**
 * Search shows rows up to a minute late, and their clock may be behind by as much as candidates are
 * padded with: nothing younger was read for good.
 */
export const SHOWN_WITHIN_MS = LIMITS.candidatePadMs + 60_000;

/** A window older than this may have missed rows that search showed late; a snapshot says so. */
const WINDOW_FRESH_MS = 20_000;
/**
 * Passes of a proof begin this far apart.
 *
 * A search that leaves rows out does so for seconds at a time, and nothing else reads those rows
 * meanwhile where the merchant is busy.
 */
const PASSES_APART_MS = 10_000;
/** About eight rows a second. */
const FULL_ROWS_MAX = 2_000;

/**
 * Whether the last minutes were read in full lately. @param ageMs since the reading began; null for
 * never
 */
export function isFresh(ageMs: number | null): boolean {
  return ageMs !== null && ageMs <= WINDOW_FRESH_MS;
}

/** Up to when search shows every row, at a time of the issuer's clock; milliseconds UTC, both. */
export function shownUntil(now: number): number {
  return now - SHOWN_WITHIN_MS;
}

/** When the next pass of a proof may begin, by the clock of when the one before it did. */
export function nextPassAt(beganMs: number): number {
  return beganMs + PASSES_APART_MS;
}

/**
 * Whether the last minutes of a merchant hold more rows than are read in full.
 *
 * Read every ten seconds, each of them would be read again and again.
 */
export function isTooMuch(rows: number): boolean {
  return rows > FULL_ROWS_MAX;
}

/**
 * The rules that the mirror stands on, in one record, which it is given. All of them hold, always;
 * the simulation alone puts another function in the place of one, to show that without it somebody
 * would be told something untrue.
 */
export const MIRROR_RULES = { glance, readToEnd, readUntilAgreed, nextPassAt, isFresh, shownUntil, isTooMuch };

export type MirrorRules = typeof MIRROR_RULES;

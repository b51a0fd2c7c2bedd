import { glance } from './glance.ts';
import { readToEnd, readUntilAgreed } from './reading.ts';

/** A window older than this may have missed rows that search showed late; a snapshot says so. */
const WINDOW_FRESH_MS = 20_000;

/**
 * Whether the last minutes were read in full lately. @param ageMs since the reading began; null for
 * never
 */
export function isFresh(ageMs: number | null): boolean {
  return ageMs !== null && ageMs <= WINDOW_FRESH_MS;
}

/**
 * The rules that the mirror stands on, in one record, which it is given. All of them hold, always;
 * the simulation alone puts another function in the place of one, to show that without it somebody
 * would be told something untrue.
 */
export const MIRROR_RULES = { glance, readToEnd, readUntilAgreed, isFresh };

export type MirrorRules = typeof MIRROR_RULES;

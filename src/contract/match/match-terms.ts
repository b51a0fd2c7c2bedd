import type { OurLine, TheirLine } from './lines.ts';

/** In which list something is; each line is in exactly one. */
export const MATCH_LISTS = ['agrees', 'differs', 'onlyHere', 'onlyThere', 'twice', 'otherShop'] as const;
export type MatchList = (typeof MATCH_LISTS)[number];

/** Lines that belong together, or one that belongs to none. */
export interface Matched {
  readonly list: MatchList;
  readonly ours: readonly OurLine[];
  readonly theirs: readonly TheirLine[];
}

export interface MatchTerms {
  /** How far our times and theirs may lie apart, milliseconds. */
  readonly windowMs: number;
  /** Our mid at the issuer; null while nobody knows it. */
  readonly mid: string | null;
  /** Only our lines of this period miss a line of theirs; others may still have one. */
  readonly period: { readonly from: number; readonly to: number };
}

/** How far the clock of a register may be from ours. */
export const WINDOW_USUAL_MS = 15 * 60_000;

/** Lines that nothing was found for yet. */
export interface Left {
  ours: Set<OurLine>;
  theirs: Set<TheirLine>;
}

/** Puts lines into a list, where they stay. */
export type PutInList = (list: MatchList, ours: readonly OurLine[], theirs: readonly TheirLine[]) => void;

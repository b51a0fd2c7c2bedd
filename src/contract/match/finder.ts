import type { OurLine, TheirLine } from './lines.ts';

/** Lines in the order of time; those that name none come first. */
export const inTimeOrder = <T extends { readonly at: number | null }>(lines: readonly T[]): T[] =>
  lines.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));

type Fits = (own: OurLine, their: TheirLine) => boolean;

/** Finds the line of ours that is nearest in time and not taken yet. */
export interface Finder {
  /** Where theirs names no time, one of the same voucher will do. */
  find(their: TheirLine, windowMs: number, fits: Fits): OurLine | null;
  /** The same, and it is taken from then on. */
  take(their: TheirLine, windowMs: number, fits: Fits): OurLine | null;
}

/** More that lie as near are not looked at: so many in a quarter of an hour have no key. */
const LOOKED_AT_MAX = 400;

/** @param lines in any order */
export function createFinder(lines: readonly OurLine[]): Finder {
  const ours = inTimeOrder(lines);
  /* Of each place the next one that is not taken: skipped at once, however many were. */
  const next = ours.map((_, at) => at);
  next.push(ours.length);

  function freeFrom(at: number): number {
    let free = at;
    while (next[free] !== free) free = next[free] ?? ours.length;
    for (let passed = at; passed !== free; ) {
      const after = next[passed] ?? free;
      next[passed] = free;
      passed = after;
    }
    return free;
  }

  function place(their: TheirLine, windowMs: number, fits: Fits): number | null {
    const { at } = their;
    let best: number | null = null;
    let bestMs = Number.POSITIVE_INFINITY;
    let looked = 0;
    const first = at === null ? 0 : firstFrom(ours, at - windowMs);
    for (
      let index = freeFrom(first);
      index < ours.length && looked < LOOKED_AT_MAX && bestMs > 0;
      index = freeFrom(index + 1)
    ) {
      const own = ours[index];
      if (own === undefined) break;
      looked += 1;
      const apartMs = at === null ? 0 : Math.abs((own.at ?? at) - at);
      if (at !== null && own.at !== null && own.at > at + Math.min(windowMs, bestMs)) break;
      if (apartMs > windowMs || apartMs >= bestMs || !fits(own, their)) continue;
      best = index;
      bestMs = apartMs;
    }
    return best;
  }

  return {
    find(their, windowMs, fits) {
      const index = place(their, windowMs, fits);
      return index === null ? null : (ours[index] ?? null);
    },
    take(their, windowMs, fits) {
      const index = place(their, windowMs, fits);
      if (index === null) return null;
      next[index] = index + 1;
      return ours[index] ?? null;
    },
  };
}

/** The first place of a line that is not earlier. */
function firstFrom(ours: readonly OurLine[], at: number): number {
  let low = 0;
  let high = ours.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ours[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

import { Problem } from '../http/problem.ts';
import type { Overlapping } from '../journal/activation-store.ts';

/** Of so many overlaps an answer tells. */
const OVERLAPS_TOLD = 20;

/** @param fault where it lies: the field, and the position of the range where it is about one */
export function badRange({ field, range }: { readonly field: string; readonly range: number | null }): Problem {
  return new Problem({
    status: 400,
    code: 'bad-range',
    message: `"${field}" does not make a list of ranges.`,
    retry: 'never',
    details: { field, ...(range !== null && { range }) },
  });
}

/** A number is the code of a card, or may be. It is money in whoever's hands, so the answer does not repeat it. */
export function cardCode(): Problem {
  return new Problem({
    status: 400,
    code: 'card-code',
    message: 'That is the code of a card, or may be: cards are activated by the sequence number that is printed on them.',
    retry: 'never',
    details: { field: 'ranges' },
  });
}

/** @param range position of the range that shares cards with an earlier one of the list */
export function rangesOverlap(range: number): Problem {
  return new Problem({
    status: 409,
    code: 'ranges-overlap',
    message: 'Some of these cards are in two ranges.',
    retry: 'never',
    details: { field: `ranges.${range}`, range },
  });
}

/** Some cards belong to another activation: which, whose and since when. */
export function cardsTaken(overlaps: Overlapping['overlaps']): Problem {
  const [first] = overlaps;
  const told = overlaps.slice(0, OVERLAPS_TOLD).map(({ range, with: { start, end, person, at } }) => {
    return { range, start, end, person, at: new Date(at).toISOString() };
  });
  return new Problem({
    status: 409,
    code: 'ranges-overlap',
    message: 'Some of these cards were activated here before.',
    retry: 'never',
    details: { ...(first && { field: `ranges.${first.range}`, range: first.range }), overlaps: told },
  });
}

/** The issuer did not offer to take the range back, its cards are not active, or something else is under way. */
export function notDeactivatable(): Problem {
  return new Problem({
    status: 409,
    code: 'not-deactivatable',
    message: 'These cards cannot be deactivated from here now.',
    retry: 'never',
  });
}

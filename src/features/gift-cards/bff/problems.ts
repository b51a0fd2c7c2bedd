import { type Problem, refuse } from '../../../bff/platform/http/problem.ts';
import type { Overlapping } from './activation-store.ts';
import { OVERLAPS_MAX } from './limits.ts';

/** @param fault the faulty field, and the position of the range if one range is at fault */
export function badRange({ field, range }: { readonly field: string; readonly range: number | null }): Problem {
  return refuse('bad-range', {
    message: `"${field}" is not a valid list of ranges.`,
    details: { field, ...(range !== null && { range }) },
  });
}

/**
 * A number is or may be the code of a card, which is as good as money, so the response does not
 * repeat it.
 */
export function mayBeSecretCode(): Problem {
  return refuse('card-code', { details: { field: 'ranges' } });
}

/** @param range position of the range that shares cards with an earlier one of the list */
export function rangesOverlap(range: number): Problem {
  return refuse('ranges-overlap', {
    message: 'Some of these cards are in more than one range.',
    details: { field: `ranges.${range}`, range },
  });
}

/**
 * Some cards belong to another activation; the details have the cards, its person and its start.
 */
export function cardsInUse(overlaps: Overlapping['overlaps']): Problem {
  const [first] = overlaps;
  const listed = overlaps.slice(0, OVERLAPS_MAX).map(({ range, with: { start, end, person, at } }) => {
    return { range, start, end, person, at: new Date(at).toISOString() };
  });
  return refuse('ranges-overlap', {
    details: { ...(first && { field: `ranges.${first.range}`, range: first.range }), overlaps: listed },
  });
}

/**
 * The issuer did not offer to deactivate the range, its cards are not active, or another request is
 * running.
 */
export function notDeactivatable(): Problem {
  return refuse('not-deactivatable');
}

import { Problem } from '../http/problem.ts';

/** The id was used before, for other ranges or for something else. */
export function activationMismatch(): Problem {
  return new Problem({ status: 409, code: 'activation-mismatch', message: 'This id was used for other ranges.', retry: 'never' });
}

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

/** @param range position of the range that shares cards with an earlier one of the list, or with one of another activation */
export function rangesOverlap(range: number): Problem {
  return new Problem({
    status: 409,
    code: 'ranges-overlap',
    message: 'Some of these cards are in two ranges, or were activated here before.',
    retry: 'never',
    details: { field: `ranges.${range}`, range },
  });
}

export function nothingToResume(): Problem {
  return new Problem({ status: 409, code: 'nothing-to-resume', message: 'There is nothing left to do here.', retry: 'never' });
}

export function noSuchActivation(): Problem {
  return new Problem({ status: 404, code: 'not-found', message: 'This activation never arrived here.', retry: 'safe' });
}

import { type Problem, refuse } from '../../../bff/platform/http/problem.ts';

/** A field with a valid form and an invalid meaning. */
export function badRequest(field: string, message: string): Problem {
  return refuse('bad-request', { message, details: { field } });
}

/**
 * Stops work that the caller no longer waits for, because of a new request or a disconnect.
 * @throws Problem, which is never read, once the signal is aborted
 */
export function assertAwaited(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw refuse('not-ready', { message: 'The request was withdrawn.' });
}

/** The issuer shows no such row, or none that this shop may see. */
export function noSuchTransaction(): Problem {
  return refuse('not-found', { message: 'Transaction of this shop not found at the issuer.' });
}

export function closingExists(): Problem {
  return refuse('case-moved', { message: 'This id belongs to another closing.' });
}

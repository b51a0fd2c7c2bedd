import { type Problem, refuse } from '../../../bff/platform/http/problem.ts';

/** A field of a request that has the right form and makes no sense. */
export function badRequest(field: string, message: string): Problem {
  return refuse('bad-request', { message, details: { field } });
}

/**
 * Stops what nobody waits for any more: who asked has asked for something else, or has gone.
 * @throws Problem, which nobody reads, once the signal is aborted
 */
export function assertAwaited(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw refuse('not-ready', { message: 'Whoever asked has gone.' });
}

/** The issuer shows no such row, or none that this shop may see. */
export function noSuchTransaction(): Problem {
  return refuse('not-found', { message: 'The issuer shows no such transaction of this shop.' });
}

/** The id of a closing was used for another one. */
export function closingTaken(): Problem {
  return refuse('case-moved', { message: 'This id belongs to another closing.' });
}

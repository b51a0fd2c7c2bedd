import { Problem } from '../http/problem.ts';

/** A field of a request that has the right form and makes no sense. */
export function badRequest(field: string, message: string): Problem {
  return new Problem({ status: 400, code: 'bad-request', message, retry: 'never', details: { field } });
}

/** The issuer did not answer, or not to the end. */
export function issuerUnclear(): Problem {
  return new Problem({ status: 503, code: 'issuer-unclear', message: 'The issuer gave no complete answer.', retry: 'safe' });
}

/** Stops what nobody waits for any more: who asked has asked for something else, or has gone. @throws Problem, which nobody reads, once the signal is aborted */
export function assertAwaited(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new Problem({ status: 503, code: 'not-ready', message: 'Whoever asked has gone.', retry: 'safe' });
}

/** The issuer shows no such row, or none that this shop may see. */
export function noSuchTransaction(): Problem {
  return new Problem({ status: 404, code: 'not-found', message: 'The issuer shows no such transaction of this shop.', retry: 'never' });
}

/** The id of a closing was used for another one. */
export function closingTaken(): Problem {
  return new Problem({ status: 409, code: 'case-moved', message: 'This id belongs to another closing.', retry: 'never' });
}

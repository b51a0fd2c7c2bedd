import type { ProblemCode, ProblemDetails } from '../../contract/platform/problem.ts';
import { ApiProblem, NoAnswer } from './client.ts';

/** Why a call came to nothing, as a value that a screen can keep. */
export type Failure =
  | { readonly kind: 'problem'; readonly code: ProblemCode; readonly status: number; readonly details: ProblemDetails }
  | { readonly kind: 'no-answer' };

/**
 * The one funnel from what a call threw to what a screen shows.
 * @throws the same error when it is not one of the client's: that is a fault of the program
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiProblem) {
    return { kind: 'problem', code: error.problem.code, status: error.status, details: error.problem.details ?? {} };
  }
  if (error instanceof NoAnswer) return { kind: 'no-answer' };
  throw error;
}

/**
 * Refusals that say nothing of what was asked for: its id is known, so it may have been done; or
 * nobody is signed in who may ask.
 */
const SAYS_NOTHING_OF_IT: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'id-used',
  'not-yours',
  'tender-mismatch',
  'refund-mismatch',
  'activation-mismatch',
  'issue-mismatch',
  'signed-out',
  'not-enrolled',
]);

/**
 * True for an answer that means that nothing was recorded and nothing sent, and that nothing will
 * be: a 4xx about what was asked for. Where somebody has to sign in first the answer is about who
 * asks: what was asked for then waits, as if there had been no answer.
 */
export function isRefusal(failure: Failure): boolean {
  if (failure.kind !== 'problem') return false;
  /* The server looked, and wrote and sent nothing. */
  if (failure.code === 'journal-gap') return true;
  return failure.status < 500 && !SAYS_NOTHING_OF_IT.has(failure.code);
}

/** True for the answer that the server has never heard of what it was asked about. */
export function isUnknownThere(failure: Failure): boolean {
  return failure.kind === 'problem' && failure.code === 'not-found';
}

/** True when the server refused with this code. */
export function isProblem(error: unknown, code: ProblemCode): boolean {
  return error instanceof ApiProblem && error.problem.code === code;
}

/** What a query or mutation has to say that went wrong; null while it has not. */
export function failureOrNull(error: unknown): Failure | null {
  return error === null ? null : failureOf(error);
}

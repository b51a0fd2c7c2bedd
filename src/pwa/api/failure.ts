import type { ProblemCode, ProblemDetails } from '../../contract/platform/problem.ts';
import { ApiProblem, NoAnswer } from './client.ts';

/** The reason for a failed call, as a value that a screen can store. */
export type Failure =
  | { readonly kind: 'problem'; readonly code: ProblemCode; readonly status: number; readonly details: ProblemDetails }
  | { readonly kind: 'no-answer' };

/**
 * Converts a thrown error to what a screen shows.
 * @throws the same error if it is not from the client: that is a bug
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiProblem) {
    return { kind: 'problem', code: error.problem.code, status: error.status, details: error.problem.details ?? {} };
  }
  if (error instanceof NoAnswer) return { kind: 'no-answer' };
  throw error;
}

/**
 * Refusals that leave the outcome open: the id is known to the server, so that the operation may
 * have taken effect, or no user with the necessary rights is signed in.
 */
const LEAVES_OUTCOME_OPEN: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'id-used',
  'not-yours',
  'tender-mismatch',
  'refund-mismatch',
  'activation-mismatch',
  'issue-mismatch',
  'signed-out',
  'not-enrolled',
  'visiting',
  'other-shop',
]);

/**
 * True if the server recorded and sent nothing, and never will: a 4xx about the request itself. If
 * the user has to sign in first, the refusal is not about the request, so the request waits as
 * after a lost answer.
 */
export function isRefusal(failure: Failure): boolean {
  if (failure.kind !== 'problem') return false;
  /* The server wrote and sent nothing. */
  if (failure.code === 'journal-gap') return true;
  return failure.status < 500 && !LEAVES_OUTCOME_OPEN.has(failure.code);
}

/** True if the server answered that it does not know the id. */
export function isUnknownThere(failure: Failure): boolean {
  return failure.kind === 'problem' && failure.code === 'not-found';
}

export function isProblem(error: unknown, code: ProblemCode): boolean {
  return error instanceof ApiProblem && error.problem.code === code;
}

/** The failure of a query or mutation, or null. */
export function failureOrNull(error: unknown): Failure | null {
  return error === null ? null : failureOf(error);
}

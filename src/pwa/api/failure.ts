import type { ProblemCode, ProblemDetails } from '../../contract/problem.ts';
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

/** True for an answer that means that nothing was recorded and nothing sent: a 4xx, unless its code says that the id is already `known`. */
export function isRefusal(failure: Failure, known: ProblemCode): boolean {
  return failure.kind === 'problem' && failure.status < 500 && failure.code !== known;
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

import type { ProblemBody, ProblemCode, ProblemDetails, Retry } from '../../contract/problem.ts';

/** Statuses that a problem can carry. */
export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 423 | 429 | 499 | 500 | 502 | 503 | 504;

export interface ProblemOptions {
  readonly status: ProblemStatus;
  readonly code: ProblemCode;
  /** Plain words for whoever reads the answer; never a ref, a secret or the value that was refused. */
  readonly message: string;
  readonly retry: Retry;
  readonly details?: ProblemDetails;
}

/** The one exception by which a handler refuses: it becomes the answer, word for word. */
export class Problem extends Error {
  readonly status: ProblemStatus;
  readonly code: ProblemCode;
  readonly retry: Retry;
  readonly details: ProblemDetails | undefined;

  constructor({ status, code, message, retry, details }: ProblemOptions) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.retry = retry;
    this.details = details;
  }
}

/** The journal cannot be had at the moment. @param retry as in the contract: `safe` where the same request cannot do harm */
export function notReady(retry: Retry): Problem {
  return new Problem({ status: 503, code: 'not-ready', message: 'No redemption can be taken at the moment.', retry });
}

/** The JSON body of a problem, with the members of RFC 9457 beside our own. */
export function problemBody({ code, status, message, retry, details }: Problem, requestId: string): ProblemBody {
  const [first = '', ...rest] = code.replaceAll('-', ' ');
  const title = `${first.toUpperCase()}${rest.join('')}`;
  const error = { code, message, requestId, retry, ...(details && { details }) };
  return { type: `/api/docs#${code}`, title, status, detail: message, error };
}

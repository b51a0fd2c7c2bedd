import { describeError, type Logger } from '../base/logging.ts';
import { Problem, problemBody, refuse } from './problem.ts';

export const PROBLEM_TYPE = 'application/problem+json';

interface RefusalContext {
  readonly requestId: string;
  readonly route: string;
  readonly log: Logger;
  readonly asProblem: boolean;
}

/**
 * This is also the effect of a wrong setting: only the other browser sees the details in the
 * response.
 */
const FOREIGN_PAGE =
  'refused a change from a page of another origin: if it is the till, set PUBLIC_ORIGIN to the address in ' +
  'its browser';

/** Passes a refusal on unchanged; any other error is logged and hidden from the caller. */
export function asRefused(error: unknown, { requestId, route, log, asProblem }: RefusalContext): Response {
  if (!(error instanceof Problem))
    log.error({ requestId, route, ...describeError(error) }, 'a request failed with an unexpected error');
  else if (error.code === 'forbidden-origin') log.warn({ requestId, route, code: error.code }, FOREIGN_PAGE);
  const problem = error instanceof Problem ? error : refuse('internal');
  const response = Response.json(problemBody(problem, requestId), { status: problem.status });
  if (asProblem) response.headers.set('Content-Type', PROBLEM_TYPE);
  if (problem.code === 'wrong-key') response.headers.set('WWW-Authenticate', 'Bearer');
  const { retryAfterMs } = problem.details ?? {};
  if (retryAfterMs !== undefined) response.headers.set('Retry-After', String(Math.ceil(retryAfterMs / 1000)));
  return response;
}

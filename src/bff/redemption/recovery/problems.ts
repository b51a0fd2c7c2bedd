import { type Problem, refuse } from '../../platform/http/problem.ts';
import { PROBLEMS_RETRY_AFTER_MS } from './limits.ts';

/**
 * The journal may lack operations that it had confirmed. Nothing was written or sent, and the same
 * request may be repeated later.
 */
export function journalGap(): Problem {
  return refuse('journal-gap', { details: { retryAfterMs: PROBLEMS_RETRY_AFTER_MS } });
}

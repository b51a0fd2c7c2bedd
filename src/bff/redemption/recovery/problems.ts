import { type Problem, refuse } from '../../platform/http/problem.ts';

/**
 * The pause before the request is repeated. An immediate retry would find the shop still closed.
 */
const RETRY_AFTER_MS = 5_000;

/**
 * The journal may lack operations that it had confirmed. Nothing was written or sent, and the same
 * request may be repeated later.
 */
export function journalGap(): Problem {
  return refuse('journal-gap', { details: { retryAfterMs: RETRY_AFTER_MS } });
}

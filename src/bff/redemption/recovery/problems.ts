import { type Problem, refuse } from '../../platform/http/problem.ts';

/** The pause before it is asked again. At once a program finds the shop as it was. */
const AGAIN_MS = 5_000;

/**
 * Says that the journal may lack what it had confirmed.
 *
 * Nothing was written and nothing was sent, and the same may come again later.
 */
export function journalGap(): Problem {
  return refuse('journal-gap', { details: { retryAfterMs: AGAIN_MS } });
}

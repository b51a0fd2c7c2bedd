import { type Problem, refuse } from '../http/problem.ts';

/** When it had better be asked again: a program that asks at once finds the shop as it was. */
const AGAIN_MS = 5_000;

/** The journal may lack what it had confirmed: nothing was written and nothing was sent, and the same may come again later. */
export function journalGap(): Problem {
  return refuse('journal-gap', { details: { retryAfterMs: AGAIN_MS } });
}

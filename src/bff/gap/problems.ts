import { Problem } from '../http/problem.ts';

/** When it had better be asked again: a program that asks at once finds the shop as it was. */
const AGAIN_MS = 5_000;

/** The journal may lack what it had confirmed: nothing was written and nothing was sent, and the same may come again later. */
export function journalGap(): Problem {
  return new Problem({
    status: 503,
    code: 'journal-gap',
    message: 'The journal of this shop may lack redemptions. Nothing is redeemed until that is looked through.',
    retry: 'safe',
    details: { retryAfterMs: AGAIN_MS },
  });
}

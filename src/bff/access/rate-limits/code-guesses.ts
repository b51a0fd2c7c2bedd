import type { Scope } from '../../platform/base/scope.ts';
import { networkOf } from '../../platform/http/network-of.ts';
import type { GuessLimiter } from './guess-limiter.ts';
import type { GuessSubject } from './tally.ts';

type Purpose = 'setup' | 'enrol' | 'office';

/** An unknown caller that tries a code for a shop; only the address is known. */
export interface UnknownCaller {
  readonly shop: Scope;
  /** The remote address of the connection; null if unknown. */
  readonly address: string | null;
}

/**
 * Counts wrong codes for set-up, enrolment and head office, for the shop and for the caller's
 * address. A correct code is accepted even while further wrong codes are refused, so that no
 * outsider can block the set-up of a shop or the enrolment of a device.
 */
export interface CodeGuesses {
  /**
   * Counts a wrong code. @returns the wait before the next code, milliseconds @throws Problem 429
   * `slow-down` if this code came before the end of a wait
   */
  recordWrongCode(purpose: Purpose, stranger: UnknownCaller): Promise<number>;
  /**
   * Refuses a correct code that is short enough to guess while its address has to wait. @throws
   * Problem 429 `slow-down`
   */
  assertMayUseShortCode(purpose: Purpose, stranger: UnknownCaller): Promise<void>;
  forget(purpose: Purpose, stranger: UnknownCaller): Promise<void>;
}

export function createCodeGuesses(guessLimiter: GuessLimiter): CodeGuesses {
  const subjectsOf = (
    purpose: Purpose,
    { shop, address }: UnknownCaller,
  ): [everybody: GuessSubject, own: GuessSubject] => [
    `${purpose}:${shop}`,
    `${purpose}-from:${shop} ${networkOf(address)}`,
  ];
  return {
    async recordWrongCode(purpose, stranger) {
      const { retryAfterMs } = await guessLimiter.attempt(subjectsOf(purpose, stranger));
      return retryAfterMs;
    },
    async assertMayUseShortCode(purpose, stranger) {
      const [everybody, own] = subjectsOf(purpose, stranger);
      await guessLimiter.attempt([everybody, own], { mayOpen: [], mayPass: [everybody], endsByItself: [] });
    },
    forget: (purpose, stranger) => guessLimiter.forgive(subjectsOf(purpose, stranger)),
  };
}

import type { Scope } from '../../platform/base/scope.ts';
import { networkOf } from '../../platform/http/network-of.ts';
import type { Guessing } from './guessing.ts';
import type { GuessSubject } from './tally.ts';

type Purpose = 'setup' | 'enrol';

/** An unknown caller that tries a code for a shop; only the address is known. */
export interface Stranger {
  readonly shop: Scope;
  /** The remote address of the connection; null if unknown. */
  readonly address: string | null;
}

/**
 * Counts wrong set-up and enrolment codes for the shop and for the caller's address. A correct one
 * is accepted even while others have to wait, so that no outsider can block the set-up of a shop or
 * the enrolment of a device.
 */
export interface CodeGuesses {
  /**
   * Counts a wrong code. @returns how long the next has to wait, milliseconds @throws Problem 429
   * `slow-down` if this one should have waited
   */
  wrong(purpose: Purpose, stranger: Stranger): Promise<number>;
  /**
   * Checks a correct code that is short enough to guess: it waits as long as its own address has
   * to. @throws Problem 429 `slow-down`
   */
  rightButShort(purpose: Purpose, stranger: Stranger): Promise<void>;
  forget(purpose: Purpose, stranger: Stranger): Promise<void>;
}

export function createCodeGuesses(guessing: Guessing): CodeGuesses {
  const subjectsOf = (purpose: Purpose, { shop, address }: Stranger): [everybody: GuessSubject, own: GuessSubject] => [
    `${purpose}:${shop}`,
    `${purpose}-from:${shop} ${networkOf(address)}`,
  ];
  return {
    async wrong(purpose, stranger) {
      const { retryAfterMs } = await guessing.attempt(subjectsOf(purpose, stranger));
      return retryAfterMs;
    },
    async rightButShort(purpose, stranger) {
      const [everybody, own] = subjectsOf(purpose, stranger);
      await guessing.attempt([everybody, own], { mayOpen: [], mayPass: [everybody], endsByItself: [] });
    },
    forget: (purpose, stranger) => guessing.forgive(subjectsOf(purpose, stranger)),
  };
}

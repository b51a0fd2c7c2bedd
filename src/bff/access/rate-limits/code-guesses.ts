import type { Scope } from '../../platform/base/scope.ts';
import { networkOf } from '../../platform/http/network-of.ts';
import type { Guessing } from './guessing.ts';
import type { GuessSubject } from './tally.ts';

/** What a code that strangers may try is for. */
type Purpose = 'setup' | 'enrol';

/** Whoever tries a code for a shop: nobody is known yet, so an address is all there is. */
export interface Stranger {
  readonly shop: Scope;
  /** The other end of the connection; null where nobody knows. */
  readonly address: string | null;
}

/**
 * Wrong set-up and enrolment codes, counted for the shop and for the address that they came from. A
 * right one is judged also while others have to wait, so that nobody outside can keep a shop from
 * being set up or a device from being let in.
 */
export interface CodeGuesses {
  /**
   * A code was wrong. @returns how long the next has to wait, milliseconds @throws Problem 429
   * `slow-down` while this one had to
   */
  wrong(purpose: Purpose, stranger: Stranger): Promise<number>;
  /**
   * A right code that is so short that it could be guessed: it waits as long as its own address has
   * to. @throws Problem 429 `slow-down`
   */
  rightButShort(purpose: Purpose, stranger: Stranger): Promise<void>;
  /** A code was right: what was counted for the shop and this address is forgotten. */
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

import { hash, verify } from '@node-rs/argon2';
import { isTrivialPin } from '../../../contract/access/people.ts';
import { refuse } from '../../platform/http/problem.ts';

/** Stored instead of a hash for a person who has not chosen a PIN: no PIN is theirs. */
export const NO_PIN = '';

export interface Pins {
  /** @throws Problem 400 `weak-pin` for a PIN that is easy to guess */
  hash(pin: string): Promise<string>;
  /** Verifies a PIN. For null and {@link NO_PIN}, it takes the same time and returns false. */
  verify(pinHash: string | null, pin: string): Promise<boolean>;
}

/**
 * Hashes PINs with argon2id (19 MiB, two passes: OWASP's first choice, and this library's defaults)
 * and the server's pepper.
 */
export function createPins(pepper: Buffer): Pins {
  const options = { secret: pepper };
  const unmatchableHash = hash('no PIN has letters', options);
  return {
    async hash(pin) {
      if (isTrivialPin(pin)) throw refuse('weak-pin');
      return hash(pin, options);
    },
    async verify(pinHash, pin) {
      const known = pinHash === NO_PIN ? null : pinHash;
      return (await verify(known ?? (await unmatchableHash), pin, options)) && known !== null;
    },
  };
}

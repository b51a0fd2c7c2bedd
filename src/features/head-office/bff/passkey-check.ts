import type { Transaction } from 'kysely';
import type { GuessLimiter } from '../../../bff/access/rate-limits/guess-limiter.ts';
import type { GuessSubject } from '../../../bff/access/rate-limits/tally.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { DeviceCaller } from '../../../bff/platform/http/caller.ts';
import { Problem, refuse } from '../../../bff/platform/http/problem.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { Language } from '../../../contract/platform/languages.ts';
import type { Assertion } from '../contract/passkeys.ts';
import type { Challenges } from './challenges.ts';
import { verifyAssertion } from './webauthn.ts';

export interface PasskeyCheckDeps extends Pick<Ports, 'db' | 'audit'> {
  readonly guessLimiter: GuessLimiter;
  readonly challenges: Challenges;
}

/** An answer of an authenticator to a challenge of the caller's device. */
interface PasskeyAnswer {
  /** The trail names this person in a refusal. */
  readonly caller: DeviceCaller;
  readonly purpose: 'sign-in' | 'confirm';
  /** The origin that the browser sees. */
  readonly origin: string;
  readonly assertion: Assertion;
}

/** The person whose passkey signed; the passkey may have been removed. */
export interface PasskeyOwner {
  readonly id: string;
  readonly name: string;
  readonly language: Language | null;
  readonly passkeyId: string;
  /** Signatures of the passkey, including this one. */
  readonly counter: number;
}

/**
 * Checks an answer of a passkey, and records refusals in the trail of the shop.
 * @param accept decides about a correct signature; `people` is locked
 * @throws Problem 409 `passkey-expired`, 403 `wrong-passkey`, 429 `slow-down`, and those of
 * `accept`
 */
export type PasskeyCheck = <T>(
  answer: PasskeyAnswer,
  accept: (tx: Transaction<Schema>, owner: PasskeyOwner) => Promise<T>,
) => Promise<T>;

export function createPasskeyCheck({ db, audit, guessLimiter, challenges }: PasskeyCheckDeps): PasskeyCheck {
  /** Finds the owner of a passkey, also of a removed one, if its signature is correct. */
  async function findOwner(assertion: Assertion, expected: { readonly origin: string; readonly challenge: string }) {
    const found = await db
      .selectFrom('passkey')
      .innerJoin('person', 'person.id', 'passkey.person_id')
      .select(['passkey.id as passkeyId', 'credential_id', 'public_key', 'counter'])
      .select(['person.id', 'person.name', 'person.language'])
      .where('credential_id', '=', assertion.id)
      .executeTakeFirst();
    const counter = found ? await verifyAssertion(assertion, expected, found) : null;
    return found && counter !== null ? { ...found, counter } : null;
  }

  return async ({ caller: { shop, device, person }, purpose, origin, assertion }, accept) => {
    const subjects: readonly GuessSubject[] = [`passkey:${device.id}`];
    const attempt = await guessLimiter.attempt(subjects);
    const challenge = await challenges.use(device, purpose);
    const owner = challenge && (await findOwner(assertion, { ...challenge, origin }));
    try {
      if (owner === null) throw refuse(challenge === null ? 'passkey-expired' : 'wrong-passkey');
      const accepted = await exclusively(db, 'people', (tx) => accept(tx, owner));
      await guessLimiter.recordCorrectGuess(attempt, subjects);
      return accepted;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const by = { shop, device, person: purpose === 'confirm' ? person : null };
      const named = owner && { subject: owner.id, details: { name: owner.name } };
      await audit.write({ by, action: 'passkey.refused', ...named });
      throw error;
    }
  };
}

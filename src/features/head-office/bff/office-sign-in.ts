import type { Transaction } from 'kysely';
import type { Sessions } from '../../../bff/access/people/sessions.ts';
import type { GuessLimiter } from '../../../bff/access/rate-limits/guess-limiter.ts';
import type { GuessSubject } from '../../../bff/access/rate-limits/tally.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { DeviceCaller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { Session } from '../../../contract/access/people.ts';
import { type Assertion, PASSKEYS_MIN } from '../contract/passkeys.ts';
import type { Challenges } from './challenges.ts';
import { selectOfficeMembers, selectPasskeysOf } from './office-members.ts';
import { verifyAssertion } from './webauthn.ts';

export interface OfficeSignInDeps extends Pick<Ports, 'db' | 'clock' | 'audit'> {
  readonly sessions: Sessions;
  readonly guessLimiter: GuessLimiter;
  readonly challenges: Challenges;
}

/**
 * Signs a person of head office in with a passkey, and records successes and refusals in the trail
 * of the device's shop.
 * @throws Problem 403 `wrong-passkey`, `not-head-office` or `second-passkey`, 409
 * `passkey-expired`, 429 `slow-down`
 */
export function createOfficeSignIn({ db, clock, audit, sessions, guessLimiter, challenges }: OfficeSignInDeps) {
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

  /** Starts the session of an owner. @returns the reason if they may not sign in */
  async function start(
    tx: Transaction<Schema>,
    { shop, device }: DeviceCaller,
    { id, name, language, passkeyId, counter }: NonNullable<Awaited<ReturnType<typeof findOwner>>>,
  ) {
    const member = selectOfficeMembers(tx).select('person.id').where('person.id', '=', id);
    if (!(await member.executeTakeFirst())) return 'not-head-office';
    const passkeys = await selectPasskeysOf(tx, id).select('id').execute();
    if (!passkeys.some((passkey) => passkey.id === passkeyId)) return 'wrong-passkey';
    if (passkeys.length < PASSKEYS_MIN) return 'second-passkey';
    const used = { counter, last_used_at: clock.now() };
    await tx.updateTable('passkey').set(used).where('id', '=', passkeyId).execute();
    const person = { id, name, role: 'manager', language } as const;
    const started = await sessions.start({ shop, deviceId: device.id, office: true }, person, tx);
    await audit.write({ by: { shop, device, person }, action: 'session.started', details: { office: true } }, tx);
    return started;
  }

  return async function signIn(
    caller: DeviceCaller,
    origin: string,
    assertion: Assertion,
  ): Promise<{ token: string; session: Session }> {
    const { shop, device } = caller;
    const subjects: readonly GuessSubject[] = [`passkey:${device.id}`];
    const attempt = await guessLimiter.attempt(subjects);
    const challenge = await challenges.use(device, 'sign-in');
    const owner = challenge && (await findOwner(assertion, { ...challenge, origin }));
    const result =
      owner === null
        ? challenge === null
          ? 'passkey-expired'
          : 'wrong-passkey'
        : await exclusively(db, 'people', (tx) => start(tx, caller, owner));
    if (typeof result !== 'string') {
      await guessLimiter.recordCorrectGuess(attempt, subjects);
      return result;
    }
    const by = { shop, device, person: null };
    const named = owner && { subject: owner.id, details: { name: owner.name } };
    await audit.write({ by, action: 'passkey.refused', ...named });
    throw refuse(result);
  };
}

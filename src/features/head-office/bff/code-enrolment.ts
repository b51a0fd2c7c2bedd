import { type CodeGuesses, createCodeGuesses } from '../../../bff/access/rate-limits/code-guesses.ts';
import { wrongCode } from '../../../bff/access/rate-limits/codes.ts';
import type { GuessLimiter } from '../../../bff/access/rate-limits/guess-limiter.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { DeviceCaller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import { type CreationOptions, type NewPasskey, PASSKEYS_MIN } from '../contract/passkeys.ts';
import type { Challenges } from './challenges.ts';
import { officeCodes } from './office-codes.ts';
import { selectOfficeMembers } from './office-members.ts';
import { insertPasskey, listedPasskeys } from './passkeys.ts';
import { creationOptions, verifyNewPasskey } from './webauthn.ts';

export interface CodeEnrolmentDeps extends Pick<Ports, 'db' | 'clock' | 'random' | 'audit' | 'keys'> {
  readonly challenges: Challenges;
  readonly guessLimiter: GuessLimiter;
}

export interface CodeRequest {
  readonly code: string;
  /** The remote address of the connection; null if unknown. */
  readonly address: string | null;
  /** The origin that the browser sees. */
  readonly origin: string;
}

/** Enrols the first passkeys of a person of head office. The code is used up by the second one. */
export interface CodeEnrolment {
  /** @throws Problem 403 `wrong-enrolment-code`, 429 `slow-down` */
  options(
    caller: DeviceCaller,
    request: CodeRequest,
  ): Promise<{ name: string; enrolled: number; options: CreationOptions }>;
  /**
   * @returns the number of passkeys that the code has enrolled
   * @throws Problem 409 `passkey-expired` or `passkey-known`, 403 `wrong-passkey`
   */
  enrol(caller: DeviceCaller, passkey: NewPasskey, origin: string): Promise<number>;
}

export function createCodeEnrolment(deps: CodeEnrolmentDeps): CodeEnrolment {
  const { db, clock, audit, challenges } = deps;
  const codes = officeCodes(deps);
  const guesses: CodeGuesses = createCodeGuesses(deps.guessLimiter);

  const openCodes = (from: typeof db, codeHash: string | null) =>
    selectOfficeMembers(from)
      .innerJoin('office_code', 'office_code.person_id', 'person.id')
      .select(['person.id', 'person.name', 'office_code.enrolled'])
      .where('code_hash', '=', codeHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', clock.now());

  return {
    async options({ shop, device }, { code, address, origin }) {
      const code_hash = codes.hashOf(code);
      const found = await openCodes(db, code_hash).executeTakeFirst();
      if (!found) {
        const retryAfterMs = await guesses.recordWrongCode('office', { shop, address });
        await audit.write({ by: { shop, device, person: null }, action: 'office.code-refused' });
        throw wrongCode('wrong-enrolment-code', retryAfterMs);
      }
      await guesses.forget('office', { shop, address });
      const { id: person_id, name, enrolled } = found;
      const challenge = await challenges.issue(device, 'code', { person_id, code_hash });
      const known = await listedPasskeys(db, person_id);
      return { name, enrolled, options: creationOptions({ origin, challenge }, found, known) };
    },
    async enrol(caller, request, origin) {
      const used = await challenges.use(caller.device, 'code');
      if (used === null) throw refuse('passkey-expired');
      const { code_hash } = used;
      const verified = await verifyNewPasskey(request, { ...used, origin });
      if (verified === null) throw refuse('wrong-passkey');
      return exclusively(db, 'people', async (tx) => {
        const person = await openCodes(tx, code_hash).executeTakeFirst();
        if (!person) throw refuse('passkey-expired');
        const enrolled = person.enrolled + 1;
        const used_at = enrolled < PASSKEYS_MIN ? null : clock.now();
        await tx.updateTable('office_code').set({ enrolled, used_at }).where('code_hash', '=', code_hash).execute();
        await insertPasskey(tx, caller, { person, name: request.name, verified }, deps);
        return enrolled;
      });
    },
  };
}

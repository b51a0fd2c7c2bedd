import type { Sessions } from '../../../bff/access/people/sessions.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { DeviceCaller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import type { Session } from '../../../contract/access/people.ts';
import { type Assertion, PASSKEYS_MIN } from '../contract/passkeys.ts';
import { recordPasskeyUse } from './confirmations.ts';
import { isOfficeMember, selectPasskeysOf } from './office-members.ts';
import type { PasskeyCheck } from './passkey-check.ts';

export interface OfficeSignInDeps extends Pick<Ports, 'clock' | 'audit'> {
  readonly sessions: Sessions;
  readonly checkPasskey: PasskeyCheck;
}

/**
 * Signs a person of head office in with a passkey, and records successes and refusals in the trail
 * of the device's shop.
 * @throws Problem 403 `wrong-passkey`, `not-head-office` or `second-passkey`, 409
 * `passkey-expired`, 429 `slow-down`
 */
export function createOfficeSignIn({ clock, audit, sessions, checkPasskey }: OfficeSignInDeps) {
  return function signIn(
    caller: DeviceCaller,
    origin: string,
    assertion: Assertion,
  ): Promise<{ token: string; session: Session }> {
    const { shop, device } = caller;
    return checkPasskey({ caller, purpose: 'sign-in', origin, assertion }, async (tx, owner) => {
      const { id, name, language, passkeyId } = owner;
      if (!(await isOfficeMember(tx, id))) throw refuse('not-head-office');
      const passkeys = await selectPasskeysOf(tx, id).select('id').execute();
      if (!passkeys.some((passkey) => passkey.id === passkeyId)) throw refuse('wrong-passkey');
      if (passkeys.length < PASSKEYS_MIN) throw refuse('second-passkey');
      const person = { id, name, role: 'manager', language } as const;
      const started = await sessions.start({ shop, deviceId: device.id, office: true }, person, tx);
      await recordPasskeyUse(tx, caller, owner, clock);
      await audit.write({ by: { shop, device, person }, action: 'session.started', details: { office: true } }, tx);
      return started;
    });
  };
}

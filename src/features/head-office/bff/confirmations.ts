import type { Kysely } from 'kysely';
import type { OtherManagers } from '../../../bff/access/people/other-managers.ts';
import { isTrainingPerson } from '../../../bff/access/people/training-people.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import type { Caller, DeviceCaller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { OtherManagerPin } from '../../../contract/access/people.ts';
import type { Assertion, ConfirmationOptions } from '../contract/passkeys.ts';
import type { Challenges } from './challenges.ts';
import { isOfficeMember, selectPasskeysOf } from './office-members.ts';
import type { PasskeyCheck, PasskeyOwner } from './passkey-check.ts';
import { listedPasskeys } from './passkeys.ts';
import { assertionOptions } from './webauthn.ts';

export interface ConfirmationsDeps extends Pick<Ports, 'db' | 'clock' | 'audit'> {
  readonly challenges: Challenges;
  readonly otherManagers: Pick<OtherManagers, 'agree'>;
  readonly checkPasskey: PasskeyCheck;
}

/** Confirms sessions with a passkey of their person, or by another manager, for some minutes. */
export interface Confirmations {
  /** @param origin the origin that the browser sees */
  options(caller: Caller, origin: string): Promise<ConfirmationOptions>;
  /** @throws Problem 409 `passkey-expired`, 403 `wrong-passkey`, 429 `slow-down` */
  confirm(caller: Caller, origin: string, assertion: Assertion): Promise<void>;
  /**
   * Another manager confirms with the PIN, because the passkey is lost or was made at another
   * address. Head office is refused: no PIN leads there.
   * @throws Problem 403 `not-allowed`, and those of {@link OtherManagers}
   */
  confirmByManager(caller: Caller, manager: OtherManagerPin): Promise<void>;
  /**
   * Checks that a person who has a passkey confirmed the session lately.
   * @throws Problem 403 `passkey-needed`
   */
  assertConfirmed(caller: Caller): Promise<void>;
}

export function createConfirmations(deps: ConfirmationsDeps): Confirmations {
  const { db, clock, audit, challenges, checkPasskey, otherManagers } = deps;
  /* Several steps of one request check it, and it must not expire between them. */
  const confirmed = new WeakSet<Caller>();

  return {
    async options({ device, person }, origin) {
      const challenge = await challenges.issue(device, 'confirm', { person_id: person.id });
      return { ...assertionOptions({ challenge, origin }), allowCredentials: await listedPasskeys(db, person.id) };
    },
    confirm(caller, origin, assertion) {
      return checkPasskey({ caller, purpose: 'confirm', origin, assertion }, async (tx, owner) => {
        const passkey = selectPasskeysOf(tx, caller.person.id).select('id').where('id', '=', owner.passkeyId);
        if (!(await passkey.executeTakeFirst())) throw refuse('wrong-passkey');
        await recordPasskeyUse(tx, caller, owner, clock);
      });
    },
    async confirmByManager(caller, manager) {
      if (await isOfficeMember(db, caller.person.id)) throw refuse('not-allowed');
      const approver = await otherManagers.agree(caller, manager);
      if (approver === null) throw refuse('other-manager');
      await db.transaction().execute(async (tx) => {
        await confirmSession(tx, caller.device, caller.person, clock);
        await audit.write({ by: caller, action: 'passkey.replaced', details: { approver } }, tx);
      });
    },
    async assertConfirmed(caller) {
      const { key, person, device } = caller;
      /* People of training mode may have passkeys from before they were refused. */
      if (key || confirmed.has(caller) || isTrainingPerson(person.id)) return;
      if (!(await selectPasskeysOf(db, person.id).select('id').executeTakeFirst())) return;
      const session = await db
        .selectFrom('session')
        .select('confirmed_at')
        .where('device_id', '=', device.id)
        .where('person_id', '=', person.id)
        .where('ended_at', 'is', null)
        .where('confirmed_at', '>', clock.now() - LIMITS.passkeyConfirmedMs)
        .executeTakeFirst();
      if (!session) throw refuse('passkey-needed');
      confirmed.add(caller);
    },
  };
}

/** Records that a passkey signed, which confirms the session of its owner on the device. */
export async function recordPasskeyUse(
  tx: Kysely<Schema>,
  { device }: DeviceCaller,
  { id, passkeyId, counter }: PasskeyOwner,
  clock: Pick<Clock, 'now'>,
): Promise<void> {
  const used = { counter, last_used_at: clock.now() };
  await tx.updateTable('passkey').set(used).where('id', '=', passkeyId).execute();
  await confirmSession(tx, device, { id }, clock);
}

async function confirmSession(
  tx: Kysely<Schema>,
  device: { readonly id: string },
  { id }: { readonly id: string },
  clock: Pick<Clock, 'now'>,
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ confirmed_at: clock.now() })
    .where('device_id', '=', device.id)
    .where('person_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

import type { Kysely, Selectable, Transaction } from 'kysely';
import { pinNeeded } from '../../../bff/access/approval/problems.ts';
import type { PinCheck } from '../../../bff/access/people/pin-check.ts';
import { isTrainingPerson } from '../../../bff/access/people/training-people.ts';
import type { Audit, AuditEntry } from '../../../bff/platform/audit/audit.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Caller, DeviceCaller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { type CreationOptions, type NewPasskey, PASSKEYS_MIN, type Passkey } from '../contract/passkeys.ts';
import type { Challenges } from './challenges.ts';
import { auditOffice, isOfficeMember, selectPasskeysOf } from './office-members.ts';
import { creationOptions, type VerifiedPasskey, verifyNewPasskey } from './webauthn.ts';

export interface PasskeysDeps extends NewPasskeyDeps {
  readonly challenges: Challenges;
  readonly checkPin: PinCheck;
}

type NewPasskeyDeps = Pick<Ports, 'db' | 'clock' | 'random' | 'audit'>;

/** The passkeys of the caller. */
export interface Passkeys {
  list(caller: Caller): Promise<Passkey[]>;
  /**
   * @param origin the origin that the browser sees
   * @param pin of a caller without passkeys
   * @throws Problem 403 `training-passkey`, `pin-needed`, `not-allowed`; those of {@link PinCheck}
   */
  options(caller: Caller, origin: string, pin: string | undefined): Promise<CreationOptions>;
  /** @throws Problem 409 `passkey-expired` or `passkey-known`, 403 `wrong-passkey` */
  add(caller: Caller, origin: string, passkey: NewPasskey): Promise<Passkey>;
  /** @throws Problem 404 `not-found` */
  rename(caller: Caller, id: string, name: string): Promise<Passkey>;
  /** @throws Problem 404 `not-found`, 409 `last-passkeys` */
  remove(caller: Caller, id: string): Promise<void>;
}

export function createPasskeys(deps: PasskeysDeps): Passkeys {
  const { db, clock, audit, challenges, checkPin } = deps;

  /** Finds a passkey of the caller. @throws Problem 404 `not-found` */
  async function find(tx: Transaction<Schema>, { person }: Caller, id: string) {
    const found = await selectPasskeysOf(tx, person.id).selectAll().where('id', '=', id).executeTakeFirst();
    if (!found) throw refuse('not-found');
    return found;
  }

  return {
    async list({ person }) {
      return (await selectPasskeysOf(db, person.id).selectAll().orderBy('created_at').execute()).map(viewOf);
    },
    async options({ shop, device, person }, origin, pin) {
      if (isTrainingPerson(person.id)) throw refuse('training-passkey');
      const known = await listedPasskeys(db, person.id);
      if (known.length === 0) {
        await assertNeedsNoCode(db, person.id);
        if (pin === undefined) throw pinNeeded();
        await checkPin({ shop, deviceId: device.id }, person.id, pin);
      }
      const challenge = await challenges.issue(device, 'add', { person_id: person.id });
      return creationOptions({ origin, challenge }, person, known);
    },
    async add(caller, origin, request) {
      const used = await challenges.use(caller.device, 'add');
      if (used?.person_id !== caller.person.id) throw refuse('passkey-expired');
      const verified = await verifyNewPasskey(request, { ...used, origin });
      if (verified === null) throw refuse('wrong-passkey');
      return exclusively(db, 'people', async (tx) => {
        await assertNeedsNoCode(tx, caller.person.id);
        return insertPasskey(tx, caller, { ...request, verified, ...caller }, deps);
      });
    },
    async rename(caller, id, name) {
      return exclusively(db, 'people', async (tx) => {
        const { name: from, ...found } = await find(tx, caller, id);
        await tx.updateTable('passkey').set({ name }).where('id', '=', id).execute();
        await auditPasskey(tx, audit, {
          by: caller,
          action: 'passkey.renamed',
          subject: id,
          details: { from, to: name },
        });
        return viewOf({ ...found, name });
      });
    },
    async remove(caller, id) {
      await exclusively(db, 'people', async (tx) => {
        const { name: passkey } = await find(tx, caller, id);
        const { name } = caller.person;
        const all = await selectPasskeysOf(tx, caller.person.id).select('id').execute();
        if (all.length <= PASSKEYS_MIN && (await isOfficeMember(tx, caller.person.id))) throw refuse('last-passkeys');
        await tx.updateTable('passkey').set({ revoked_at: clock.now() }).where('id', '=', id).execute();
        await auditPasskey(tx, audit, {
          by: caller,
          action: 'passkey.removed',
          subject: id,
          details: { name, passkey },
        });
      });
    },
  };
}

/**
 * A PIN must not lead to head office: its people enrol their first passkeys with a code.
 * @throws Problem 403 `not-allowed`
 */
async function assertNeedsNoCode(db: Kysely<Schema>, personId: string): Promise<void> {
  if ((await listedPasskeys(db, personId)).length > 0 || !(await isOfficeMember(db, personId))) return;
  throw refuse('not-allowed', { message: 'Head office enrols its first passkeys with a code.' });
}

/** Writes to the trail of the caller's shop, for head office to that of the first shop. */
async function auditPasskey(
  tx: Transaction<Schema>,
  audit: Pick<Audit, 'write'>,
  { by, ...entry }: AuditEntry & { readonly by: { readonly person: { readonly id: string } } },
): Promise<void> {
  if (await isOfficeMember(tx, by.person.id)) await auditOffice(tx, audit, { by, ...entry });
  else await audit.write({ by, ...entry }, tx);
}

/** The passkeys of a person as options: their authenticators refuse to add another. */
export async function listedPasskeys(
  db: Kysely<Schema>,
  personId: string,
): Promise<CreationOptions['excludeCredentials']> {
  const rows = await selectPasskeysOf(db, personId).select(['credential_id', 'transports']).execute();
  return rows.map(({ credential_id: id, transports }) => ({
    id,
    type: 'public-key',
    transports: JSON.parse(transports) as string[],
  }));
}

interface PasskeyOf {
  readonly person: { readonly id: string; readonly name: string };
  readonly name: string;
  readonly verified: VerifiedPasskey;
}

/**
 * Stores a new passkey. The caller has locked `people`.
 * @throws Problem 409 `passkey-known`
 */
export async function insertPasskey(
  tx: Transaction<Schema>,
  { shop, device }: DeviceCaller,
  { person, name, verified: { transports, ...verified } }: PasskeyOf,
  { clock, random, audit }: NewPasskeyDeps,
): Promise<Passkey> {
  const row = {
    id: random.uuid(),
    person_id: person.id,
    ...verified,
    transports: JSON.stringify(transports),
    name,
    created_at: clock.now(),
    last_used_at: null,
    revoked_at: null,
  };
  const known = tx.selectFrom('passkey').select('id').where('credential_id', '=', verified.credential_id);
  if (await known.executeTakeFirst()) throw refuse('passkey-known');
  await tx.insertInto('passkey').values(row).execute();
  const details = { name: person.name, passkey: name };
  await auditPasskey(tx, audit, { by: { shop, device, person }, action: 'passkey.added', subject: row.id, details });
  return viewOf(row);
}

function viewOf({ id, name, created_at, last_used_at }: Selectable<Schema['passkey']>): Passkey {
  return {
    id,
    name,
    createdAt: new Date(created_at).toISOString(),
    lastUsedAt: last_used_at === null ? null : new Date(last_used_at).toISOString(),
  };
}

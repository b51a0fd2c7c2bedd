import type { Transaction } from 'kysely';
import type { Audit } from '../../../bff/platform/audit/audit.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Clock, Random } from '../../../bff/platform/base/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { NewRegister } from '../contract/register.ts';
import { SAVE_REGISTER_OLD_SECRET_MS } from './limits.ts';
import { alreadyListed, tooManyRegisters } from './problems.ts';

export interface SaveRegisterDeps {
  readonly keys: Pick<Keys, 'seal'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
  readonly audit: Pick<Audit, 'write'>;
}

/** The person who changes registers, also without a device. */
export interface RegisterEditor {
  readonly shop: Scope;
  readonly person: { readonly id: string };
  readonly device: { readonly id: string } | null;
}

/** The columns of a register without a secret. */
export const UNSIGNED = { secret_sealed: null, old_secret_sealed: null, old_until: null };

/**
 * Adds a register. The caller has locked `registers`.
 * @param register its origin is normalised
 * @throws Problem 409 if the origin is already listed, or there are too many
 */
export async function addRegister(
  tx: Transaction<Schema>,
  by: RegisterEditor,
  { origin, name }: NewRegister,
  { clock, random, audit }: Omit<SaveRegisterDeps, 'keys'>,
) {
  const { shop, person } = by;
  const row = { id: random.uuid(), origin, name, created_at: clock.now(), ...UNSIGNED };
  const otherRegisters = await tx.selectFrom('register').select('origin').where('shop', '=', shop).execute();
  if (otherRegisters.some((one) => one.origin === origin)) throw alreadyListed();
  if (otherRegisters.length >= LIMITS.registersMax) throw tooManyRegisters();
  await tx
    .insertInto('register')
    .values({ ...row, shop, person_id: person.id })
    .execute();
  await audit.write({ by, action: 'register.listed', subject: row.id, details: { name, origin } }, tx);
  return row;
}

/** Requires a register to sign its links. The previous secret stays valid for a day. */
export async function setRegisterSecret(
  tx: Transaction<Schema>,
  id: string,
  secret: string,
  { keys, clock }: Pick<SaveRegisterDeps, 'keys' | 'clock'>,
): Promise<void> {
  const secret_sealed = keys.seal(secret);
  await tx
    .updateTable('register')
    .set(({ ref }) => ({
      old_secret_sealed: ref('secret_sealed'),
      old_until: clock.now() + SAVE_REGISTER_OLD_SECRET_MS,
      secret_sealed,
    }))
    .where('id', '=', id)
    .execute();
}

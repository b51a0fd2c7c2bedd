import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import { holdUntilEnd } from '../../../bff/platform/store/exclusively.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { newRegisterSchema, registerOriginOf } from '../contract/register.ts';
import { addRegister, type RegisterEditor, type SaveRegisterDeps, setRegisterSecret } from './save-register.ts';

/** A register in a file. Without `secretFile`, its secret stays as it is. */
export const registerInFileSchema = z.strictObject({
  ...newRegisterSchema.shape,
  secretFile: z.string().min(1).optional(),
});
export type RegisterInFile = z.infer<typeof registerInFileSchema>;

export interface StoredRegister {
  readonly id: string;
  readonly origin: string;
  readonly name: string;
  /** Null for a register that does not sign its links. */
  readonly secret: string | null;
}

export type RegisterChange =
  /** `id` is null for a new register, `secret` for one that stays as it is. */
  | ({ readonly kind: 'register'; readonly id: string | null } & Omit<StoredRegister, 'id'>)
  | ({ readonly kind: 'remove-register' } & Omit<StoredRegister, 'secret'>);

/** 256 random bits as text have more characters. */
const SECRET_CHARS_MIN = 32;

/** Reads the registers of all shops. */
export async function readStoredRegisters(
  db: Kysely<Schema>,
  keys: Pick<Keys, 'open'>,
): Promise<(shop: Scope) => StoredRegister[]> {
  const rows = await acrossShops(db)
    .selectFrom('register')
    .select(['id', 'shop', 'origin', 'name', 'secret_sealed'])
    .orderBy('name')
    .orderBy('origin')
    .execute();
  return (shop) =>
    rows
      .filter((row) => row.shop === shop)
      .map(({ id, origin, name, secret_sealed }) => ({
        id,
        origin,
        name,
        secret: secret_sealed === null ? null : keys.open(secret_sealed),
      }));
}

/**
 * Compares the registers of a file with the stored ones, by origin.
 * @param place the place of the shop in the file
 * @throws Error with a message for the operator
 */
export function planRegisters(
  place: string,
  registers: readonly RegisterInFile[],
  { stored, secretOf }: { readonly stored: readonly StoredRegister[]; readonly secretOf: (file: string) => string },
): RegisterChange[] {
  const wanted = registers.map(({ origin: typed, name, secretFile }) => {
    const secret = secretFile === undefined ? null : secretOf(secretFile);
    if (secret !== null && secret.length < SECRET_CHARS_MIN)
      throw new Error(`${place}.registers: the secret of ${name} needs at least ${SECRET_CHARS_MIN} characters`);
    return { origin: registerOriginOf(typed) ?? typed, name, secret };
  });
  const removed = stored
    .filter(({ origin }) => !wanted.some((register) => register.origin === origin))
    .map(({ id, origin, name }): RegisterChange => ({ kind: 'remove-register', id, origin, name }));
  const changed = wanted.flatMap(({ secret, ...register }): RegisterChange[] => {
    const known = stored.find(({ origin }) => origin === register.origin);
    const newSecret = secret === known?.secret ? null : secret;
    if (known?.name === register.name && newSecret === null) return [];
    return [{ kind: 'register', id: known?.id ?? null, ...register, secret: newSecret }];
  });
  return [...removed, ...changed];
}

/** Makes one change, with its entries in the trail. */
export async function applyRegisterChange(
  tx: Transaction<Schema>,
  by: RegisterEditor,
  change: RegisterChange,
  deps: SaveRegisterDeps,
): Promise<void> {
  const { name, origin } = change;
  await holdUntilEnd(tx, 'registers');
  if (change.kind === 'remove-register') {
    await tx.deleteFrom('register').where('id', '=', change.id).execute();
    await deps.audit.write({ by, action: 'register.removed', subject: change.id, details: { name, origin } }, tx);
    return;
  }
  const id = change.id ?? (await addRegister(tx, by, { name, origin }, deps)).id;
  const { numUpdatedRows } = await tx
    .updateTable('register')
    .set({ name })
    .where('id', '=', id)
    .where('name', '!=', name)
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    await deps.audit.write({ by, action: 'register.listed', subject: id, details: { name, origin } }, tx);
  if (change.secret === null) return;
  await setRegisterSecret(tx, id, change.secret, deps);
  await deps.audit.write({ by, action: 'register.signs', subject: id, details: { name, origin } }, tx);
}

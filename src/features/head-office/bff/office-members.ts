import type { Kysely, Transaction } from 'kysely';
import type { Audit, AuditEntry } from '../../../bff/platform/audit/audit.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import { holdUntilEnd } from '../../../bff/platform/store/exclusively.ts';
import { firstShop } from '../../../bff/platform/store/first-shop.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';

/** Selects the people of head office who may sign in. */
export function selectOfficeMembers(db: Kysely<Schema>) {
  return db
    .selectFrom('office_member')
    .innerJoin('person', 'person.id', 'office_member.person_id')
    .where('office_member.until', 'is', null)
    .where('person.disabled_at', 'is', null);
}

export async function isOfficeMember(db: Kysely<Schema>, personId: string): Promise<boolean> {
  const member = selectOfficeMembers(db).select('person.id').where('person.id', '=', personId);
  return (await member.executeTakeFirst()) !== undefined;
}

/** Returns true for a member of head office, also one who may not sign in. */
export async function belongsToOffice(db: Kysely<Schema>, personId: string): Promise<boolean> {
  const member = db.selectFrom('office_member').select('person_id').where('person_id', '=', personId);
  return (await member.where('until', 'is', null).executeTakeFirst()) !== undefined;
}

export function selectPasskeysOf(db: Kysely<Schema>, personId: string) {
  return db.selectFrom('passkey').where('person_id', '=', personId).where('revoked_at', 'is', null);
}

/**
 * Makes a person a member of head office, at first without passkeys: those that a manager enrolled
 * with a PIN must not sign in there.
 */
export async function addOfficeMember(tx: Transaction<Schema>, person_id: string, clock: Pick<Clock, 'now'>) {
  await holdUntilEnd(tx, 'people');
  await revokePasskeys(tx, person_id, clock.now());
  const row = { since: clock.now(), until: null };
  await tx
    .insertInto('office_member')
    .values({ person_id, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
}

/** Ends a membership together with the person's passkeys, codes and sessions of head office. */
export async function removeOfficeMember(tx: Transaction<Schema>, personId: string, clock: Pick<Clock, 'now'>) {
  const now = clock.now();
  await holdUntilEnd(tx, 'people');
  await tx.updateTable('office_member').set({ until: now }).where('person_id', '=', personId).execute();
  await revokePasskeys(tx, personId, now);
  await voidOfficeCodes(tx, personId, now);
  await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('person_id', '=', personId)
    .where('office', '=', 1)
    .where('ended_at', 'is', null)
    .execute();
}

async function revokePasskeys(tx: Transaction<Schema>, personId: string, now: number): Promise<void> {
  await tx
    .updateTable('passkey')
    .set({ revoked_at: now })
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function voidOfficeCodes(tx: Transaction<Schema>, personId: string, now: number): Promise<void> {
  await tx
    .updateTable('office_code')
    .set({ used_at: now })
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute();
}

export type OfficeAuditEntry = Omit<AuditEntry, 'by'> & { readonly by: Omit<AuditEntry['by'], 'shop'> };

/** Writes to the trail of the first shop, which also has the entries about the chain. */
export async function auditOffice(
  tx: Transaction<Schema>,
  audit: Pick<Audit, 'write'>,
  { by: { device, person }, ...entry }: OfficeAuditEntry,
): Promise<void> {
  const first = await firstShop(tx);
  if (first === null) throw new Error('There is no shop yet: start the server once');
  await audit.write({ by: { shop: first.shop, device, person }, ...entry }, tx);
}

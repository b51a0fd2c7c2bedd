import type { Audit } from '../../../bff/platform/audit/audit.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import { auditOffice, selectOfficeMembers } from './office-members.ts';

interface ForgetPasskeysDeps extends Pick<Ports, 'db' | 'clock'> {
  readonly audit: Pick<Audit, 'write'>;
}

/**
 * Removes the passkeys of a manager who has lost them, and who can then add one with the PIN. Head
 * office uses codes instead.
 * @throws Error with a message for the operator
 */
export async function forgetPasskeys(name: string, { db, clock, audit }: ForgetPasskeysDeps): Promise<void> {
  await exclusively(db, 'people', async (tx) => {
    const passkeys = await tx
      .selectFrom('passkey')
      .innerJoin('person', 'person.id', 'passkey.person_id')
      .select(['passkey.id', 'passkey.name', 'person.id as personId'])
      .where('person.name', '=', name)
      .where('revoked_at', 'is', null)
      .where('person.id', 'not in', selectOfficeMembers(tx).select('person.id'))
      .execute();
    if (passkeys.length === 0) throw new Error(`No manager named ${name} has a passkey`);
    if (new Set(passkeys.map(({ personId }) => personId)).size > 1)
      throw new Error(`More than one person is named ${name}. Rename one first`);
    for (const { id: subject, name: passkey } of passkeys) {
      await tx.updateTable('passkey').set({ revoked_at: clock.now() }).where('id', '=', subject).execute();
      const by = { device: null, person: null };
      await auditOffice(tx, audit, { by, action: 'passkey.removed', subject, details: { name, passkey } });
    }
  });
}

import type { Kysely } from 'kysely';
import { createOneTimeCodes } from '../../../bff/access/rate-limits/codes.ts';
import type { Audit } from '../../../bff/platform/audit/audit.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Clock, Random } from '../../../bff/platform/base/ports.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { auditOffice, type OfficeAuditEntry, voidOfficeCodes } from './office-members.ts';

export interface OfficeCodesDeps {
  readonly db: Kysely<Schema>;
  readonly keys: Pick<Keys, 'hash'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  readonly audit: Pick<Audit, 'write'>;
}

export const officeCodes = ({ clock, random, keys }: Pick<OfficeCodesDeps, 'clock' | 'random' | 'keys'>) =>
  createOneTimeCodes({ clock, random, keys, purpose: 'office', lastsMs: LIMITS.printedCodeMs });

/** Creates a code that enrols two passkeys of a member; it replaces their former codes. */
export async function createOfficeCode(
  by: OfficeAuditEntry['by'],
  { id: person_id, name }: { readonly id: string; readonly name: string },
  deps: OfficeCodesDeps,
): Promise<{ readonly code: string; readonly expiresAt: string }> {
  const { db, clock, audit } = deps;
  const { displayed, stored } = officeCodes(deps).draw();
  await exclusively(db, 'people', async (tx) => {
    await voidOfficeCodes(tx, person_id, clock.now());
    await tx
      .insertInto('office_code')
      .values({ ...stored, person_id, enrolled: 0, used_at: null })
      .execute();
    await auditOffice(tx, audit, { by, action: 'office.code-made', subject: person_id, details: { name } });
  });
  return displayed;
}

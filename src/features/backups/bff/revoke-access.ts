import { type Kysely, sql } from 'kysely';
import type { Audit } from '../../../bff/platform/audit/audit.ts';
import type { Clock, Random } from '../../../bff/platform/base/ports.ts';
import { createGapStore } from '../../../bff/platform/store/journal-gaps.ts';
import { hasTable } from '../../../bff/platform/store/migrations/dialect.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { REVOKE_ACCESS_GAP_MARGIN_MS } from './limits.ts';
import type { Manifest } from './manifest.ts';

export interface RevokeAccessOptions {
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
  readonly manifest: Pick<Manifest, 'madeAt'>;
}

/** The remaining access to the restored journal. */
export interface RevokedAccess {
  /** Sessions that were open when the backup was made and have been ended. */
  readonly sessionsEnded: number;
  /** Numbers of enabled devices and people in the restored journal. */
  readonly devices: number;
  readonly people: number;
}

/**
 * Ends what a restore would reopen: sessions, codes for devices, displays, passkeys or first PINs,
 * and documents that waited for a printer. Devices and people stay as in the backup, because later
 * changes to them are unknown. All operations since the backup are missing, so nothing is redeemed
 * until they have been checked. The trail of each shop records the restore.
 */
export async function revokeAccess(
  db: Kysely<Schema>,
  { audit, clock, random, manifest }: RevokeAccessOptions,
): Promise<RevokedAccess> {
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    const sessions = await tx
      .updateTable('session')
      .set({ ended_at: now })
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    await tx.updateTable('enrolment_code').set({ used_at: now }).where('used_at', 'is', null).execute();
    await tx.updateTable('person_code').set({ used_at: now }).where('used_at', 'is', null).execute();
    if (await hasTable(tx, 'office_code'))
      await sql`update office_code set used_at = ${now} where used_at is null`.execute(tx);
    await tx
      .updateTable('display')
      .set({ ended_at: now })
      .where('device_id', 'is', null)
      .where('ended_at', 'is', null)
      .execute();
    /* Waiting printouts may have been printed since the backup. A person decides, and nothing is
       printed twice automatically. */
    await sql`update printout set state = 'unsure', reason = 'server-stopped', changed_at = ${now}
      where state in ('queued', 'sending')`.execute(tx);
    const devices = await tx.selectFrom('device').select('id').where('revoked_at', 'is', null).execute();
    const people = await tx.selectFrom('person').select('id').where('disabled_at', 'is', null).execute();
    const shops = await tx.selectFrom('shop').select('id').orderBy('id').execute();
    const [first] = shops;
    if (first === undefined) throw new Error('The backup contains no shop');
    const gaps = createGapStore(tx, first.id);
    const before = (await gaps.newestFact()) ?? Date.parse(manifest.madeAt);
    const since = Math.min(before, Date.parse(manifest.madeAt), now) - REVOKE_ACCESS_GAP_MARGIN_MS;
    /* Tills have more to report now than for a gap that was open at the time of the backup. */
    const open = await tx.selectFrom('journal_gap').select('from_at').where('ended_at', 'is', null).execute();
    await tx.updateTable('journal_gap').set({ ended_at: now }).where('ended_at', 'is', null).execute();
    /* The gap also closes the shop on a server without its own record of the journal. */
    await gaps.note({
      id: random.uuid(),
      reason: 'restored',
      fromAt: Math.min(since, ...open.map(({ from_at }) => from_at)),
      foundAt: now,
    });
    for (const { id: shop } of shops)
      await audit.write(
        { by: { shop, person: null, device: null }, action: 'data.restored', details: { from: manifest.madeAt } },
        tx,
      );
    return { sessionsEnded: Number(sessions.numUpdatedRows), devices: devices.length, people: people.length };
  });
}

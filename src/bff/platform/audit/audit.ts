import type { Kysely, Transaction } from 'kysely';
import type { TrailDetails } from '../../../contract/platform/audit.ts';
import type { AuditAction } from '../../../contract/platform/audit-actions.ts';
import type { Keys } from '../base/keys.ts';
import type { Clock } from '../base/ports.ts';
import type { Scope } from '../base/scope.ts';
import { holdUntilEnd } from '../store/exclusively.ts';
import type { Schema } from '../store/schema.ts';
import { firstHead, link, markOf } from './chain.ts';

/** One action. A caller of a route can be passed as `by`. */
export interface AuditEntry {
  readonly by: {
    readonly shop: Scope;
    readonly person: { readonly id: string } | null;
    readonly device: { readonly id: string } | null;
  };
  readonly action: AuditAction;
  readonly subject?: string | null;
  /** Never a secret or a ref: only the last four characters of a voucher. */
  readonly details?: TrailDetails;
}

export interface Audit {
  /**
   * Writes an entry. An action that cannot be recorded must not happen: write before the action, or
   * as the last step of its transaction, because the trail is locked from the write until the
   * transaction ends.
   * @param within the transaction of the entry. Without it, the entry is on the disk when the
   * promise resolves.
   */
  write(entry: AuditEntry, within?: Transaction<Schema>): Promise<void>;
}

export interface AuditOptions {
  readonly db: Kysely<Schema>;
  readonly keys: Pick<Keys, 'chain'>;
  readonly clock: Clock;
}

/**
 * Creates the trail in the database: each entry links to the previous one, one at a time on all
 * servers.
 */
export function createAudit({ db, keys, clock }: AuditOptions): Audit {
  async function append(
    tx: Transaction<Schema>,
    { by, action, subject = null, details = {} }: AuditEntry,
  ): Promise<void> {
    await holdUntilEnd(tx, 'audit');
    const last = await tx
      .selectFrom('audit_head')
      .select(['shop', 'seq', 'hash'])
      .where('shop', '=', by.shop)
      .executeTakeFirst();
    const done = { at: clock.now(), person_id: by.person?.id ?? null, device_id: by.device?.id ?? null };
    const row = link(keys, last ?? firstHead(by.shop), { ...done, action, subject, details: JSON.stringify(details) });
    await tx.insertInto('audit').values(row).execute();
    const end = { seq: row.seq, hash: row.hash, mark: markOf(keys, row) };
    await tx
      .insertInto('audit_head')
      .values({ shop: row.shop, ...end })
      .onConflict((conflict) => conflict.column('shop').doUpdateSet(end))
      .execute();
  }

  return {
    async write(entry, within) {
      if (within) return append(within, entry);
      await db.transaction().execute((tx) => append(tx, entry));
    },
  };
}

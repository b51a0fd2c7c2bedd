import type { Kysely } from 'kysely';
import type { SaleDue, StoredSaleDue } from '../../../contract/redemption/sale.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { Tx } from '../operation/operations.ts';

interface ScopedSale {
  readonly shop: Scope;
  readonly id: string;
}

/** Returns what the till of a sale last reported; null if it reported nothing. */
export async function readSaleDue(db: Kysely<Schema>, { shop, id }: ScopedSale): Promise<StoredSaleDue | null> {
  const row = await db
    .selectFrom('sale_due')
    .select(['currency', 'due', 'collected', 'revision', 'at'])
    .where('shop', '=', shop)
    .where('sale_id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, at: new Date(row.at).toISOString() };
}

/**
 * Stores a till's report of its sale unless a later one is stored. A report with the same revision
 * replaces the stored one, because a till without storage may count a revision twice.
 * @returns true if the stored amounts changed
 */
export async function storeSaleDue(tx: Tx, { shop, id }: ScopedSale, report: SaleDue, at: number): Promise<boolean> {
  const stored = await readSaleDue(tx, { shop, id });
  if (stored !== null && (stored.revision > report.revision || isSameReport(stored, report))) return false;
  const { currency, due, collected, revision } = report;
  const row = { currency, due, collected, revision, at };
  const written = await tx
    .insertInto('sale_due')
    .values({ sale_id: id, shop, ...row })
    .onConflict((conflict) =>
      conflict
        .column('sale_id')
        .doUpdateSet(row)
        .where('sale_due.shop', '=', shop)
        .where('sale_due.revision', '<=', revision),
    )
    .returning('sale_id')
    .executeTakeFirst();
  return written !== undefined;
}

function isSameReport(one: StoredSaleDue, { currency, due, collected, revision }: SaleDue): boolean {
  return one.revision === revision && one.due === due && one.collected === collected && one.currency === currency;
}

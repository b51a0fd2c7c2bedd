import type { Kysely } from 'kysely';
import type { Scope } from '../../platform/base/scope.ts';
import { accountOf } from '../../platform/store/in-account.ts';
import type { Schema } from '../../platform/store/schema.ts';

/** True if a shop of the account refunded a redemption of a voucher. */
export async function wasRefunded(db: Kysely<Schema>, shop: Scope, hash: string): Promise<boolean> {
  const sisters = db.selectFrom('shop').select('id').where('account', '=', accountOf(shop));
  const refunded = db
    .selectFrom('tender')
    .innerJoin('operation', 'operation.id', 'tender.id')
    .select('tender.id')
    .where('tender.shop', 'in', sisters)
    .where('tender.ref_hash', '=', hash)
    .where('operation.state', '=', 'refunded');
  return (await refunded.limit(1).executeTakeFirst()) !== undefined;
}

/** As in the journal's port. */
export async function claimedOf(
  db: Kysely<Schema>,
  shop: Scope,
  ids: readonly string[],
  notOf: string | null,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const claims = db
    .selectFrom('claim')
    .innerJoin('operation', 'operation.id', 'operation_id')
    .select('transaction_id')
    .where('claim.account', '=', accountOf(shop));
  const explained = claims.where((eb) => eb.or([eb('claim.shop', '=', shop), eb('operation.kind', '!=', 'orphan')]));
  const claimedByOtherVouchers = claims
    .innerJoin('tender', 'tender.id', 'operation_id')
    .where('ref_hash', '!=', notOf ?? '');
  const rows = await (notOf === null ? explained : claimedByOtherVouchers).where('transaction_id', 'in', ids).execute();
  return new Set(rows.map(({ transaction_id }) => transaction_id));
}

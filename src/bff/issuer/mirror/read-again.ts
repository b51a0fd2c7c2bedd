import type { Transaction } from 'kysely';
import type { Account } from '../../platform/base/scope.ts';
import type { Schema } from '../../platform/store/schema.ts';

/**
 * Lets the account be read again after a shop got its mid: its rows were stored as those of an
 * unknown shop, without their vouchers.
 * @param mid null if it is not known yet, so that any row of an unknown shop may be the shop's
 */
export async function readAgain(tx: Transaction<Schema>, account: Account, mid: string | null): Promise<void> {
  const known = tx.selectFrom('shop').select('mid').where('account', '=', account).where('mid', 'is not', null);
  const rows = tx
    .selectFrom('issuer_row')
    .select('transaction_id')
    .where('account', '=', account)
    .where((eb) => (mid === null ? eb('mid', 'not in', known) : eb('mid', '=', mid)));
  for (const table of ['issuer_row_voucher', 'issuer_row'] as const)
    await tx.deleteFrom(table).where('account', '=', account).where('transaction_id', 'in', rows).execute();
  await tx.deleteFrom('reading').where('account', '=', account).execute();
}

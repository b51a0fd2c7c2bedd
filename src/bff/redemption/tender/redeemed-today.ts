import type { Transaction } from 'kysely';
import { type DayTerms, shopDate, startOfDay } from '../../../contract/platform/shop-day.ts';
import { COUNTED_STATES } from '../../access/approval/key-limits.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { shopsOfAccount } from '../../platform/store/in-account.ts';
import type { Schema } from '../../platform/store/schema.ts';

/**
 * Adds up the amounts requested from one voucher in all shops of the account within a day of the
 * shop, minor units. The redemption that is being written is included. It holds the voucher's lock,
 * so no other can be written at the same time.
 */
export async function redeemedToday(
  tx: Transaction<Schema>,
  {
    shop,
    tenderId,
    at,
    days,
  }: { readonly shop: Scope; readonly tenderId: string; readonly at: number; readonly days: DayTerms },
): Promise<number> {
  const { redeemed } = await tx
    .selectFrom('tender as own')
    .innerJoin('tender', (on) =>
      on.on('tender.shop', 'in', shopsOfAccount(tx, shop)).onRef('tender.ref_hash', '=', 'own.ref_hash'),
    )
    .innerJoin('operation', 'operation.id', 'tender.id')
    .select(({ fn }) => fn.sum<number | string | null>('tender.requested').as('redeemed'))
    .where('own.id', '=', tenderId)
    .where('tender.kind', '=', 'money')
    .where('tender.created_at', '>=', startOfDay(shopDate(at, days), days))
    .where('operation.state', 'in', COUNTED_STATES)
    .executeTakeFirstOrThrow();
  return Number(redeemed ?? 0);
}

import type { Kysely } from 'kysely';
import type { Period } from '../../../bff/issuer/port.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { IS_OPEN } from '../../../bff/redemption/operation/statements.ts';
import type { ExplainedDifference } from '../contract/explained-differences.ts';
import type { Transaction } from '../contract/transaction.ts';
import { netOf } from '../contract/transaction-sums.ts';

type Database = Kysely<Schema>;

/** Parts of a day that a register may book differently. */
export interface DayDifferences {
  /** Number of operations of the day with an unknown outcome. */
  readonly unsettled: number;
  of(currency: string): ExplainedDifference[];
}

/** @param rows all transactions of the day */
export async function differencesOfDay(
  db: Database,
  shop: Scope,
  day: Period,
  rows: readonly Transaction[],
): Promise<DayDifferences> {
  const unsettled = await unsettledIn(db, shop, day);
  const older = await refundsOfOlder(db, shop, day, rows);
  return {
    unsettled: unsettled.length,
    of: (currency) => [
      { why: 'forfeited', amount: forfeitedOf(rows, currency) },
      { why: 'unsettled', amount: netSum(unsettled.filter((open) => open.currency === currency)) },
      { why: 'olderRefunds', amount: 0 - netSum(older.filter((row) => row.currency === currency)) },
    ],
  };
}

/** Adds up the forfeited amounts of single-use vouchers; refunded vouchers forfeit nothing. */
export function forfeitedOf(rows: readonly Transaction[], currency: string): number {
  const captures = rows.filter(
    (row) => row.type === 'capture' && row.currency === currency && row.status === 'succeeded',
  );
  return captures.reduce((sum, { by }) => sum + (by?.sale?.forfeited ?? 0), 0);
}

const netSum = (rows: readonly Pick<Transaction, 'type' | 'status' | 'amount'>[]) =>
  rows.reduce((sum, row) => sum + (netOf(row) ?? 0), 0);

/** Redemptions and refunds begun that day, as the register may have booked them. */
async function unsettledIn(db: Database, shop: Scope, { from, to }: Period) {
  const open = await db
    .selectFrom('operation')
    .leftJoin('tender', 'tender.id', 'operation.id')
    .leftJoin('refund', 'refund.id', 'operation.id')
    .leftJoin('tender as refunded', 'refunded.id', 'refund.tender_id')
    .select(({ fn }) => [
      'operation.kind',
      fn.coalesce('tender.requested', 'refunded.requested').as('amount'),
      fn.coalesce('tender.currency', 'refunded.currency').as('currency'),
    ])
    .where('operation.shop', '=', shop)
    .where('operation.kind', 'in', ['tender', 'refund'])
    .where('operation.open', '=', IS_OPEN)
    .where('operation.created_at', '>=', from)
    .where('operation.created_at', '<=', to)
    .execute();
  return open.map(({ kind, amount, currency }) => ({
    type: kind === 'refund' ? ('refund' as const) : ('capture' as const),
    status: 'succeeded' as const,
    amount,
    currency,
  }));
}

const IDS_PER_QUERY = 500;

async function refundsOfOlder(db: Database, shop: Scope, { from }: Period, rows: readonly Transaction[]) {
  const ours = rows.filter(({ type, by }) => type === 'refund' && by?.operation === 'refund');
  const ids = ours.flatMap(({ by }) => by?.id ?? []);
  const older = new Set<string>();
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const found = await db
      .selectFrom('refund')
      .innerJoin('operation', 'operation.id', 'refund.tender_id')
      .select('refund.id')
      .where('refund.shop', '=', shop)
      .where('refund.id', 'in', ids.slice(start, start + IDS_PER_QUERY))
      .where('operation.created_at', '<', from)
      .execute();
    for (const { id } of found) older.add(id);
  }
  return ours.filter(({ by }) => older.has(by?.id ?? ''));
}

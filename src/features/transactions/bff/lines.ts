import type { Hooks, ListedOperation } from '../../../bff/app/feature-hooks.ts';
import { rowOf } from '../../../bff/issuer/mirror/mirror-table.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Line, Transaction } from '../contract/transaction.ts';
import { explainTransactions } from './explained.ts';
import type { FoundRow } from './list-query.ts';
import { lineOf, transactionOf } from './rows.ts';

export interface LinesDeps extends Pick<Ports, 'shop' | 'reads'> {
  /** Operations of features that the issuer does not list, by their ids on the list. */
  readonly listedOperations: NonNullable<Hooks['listedOperations']>;
}

type RowKey = Pick<FoundRow, 'id' | 'type'>;

/** Converts rows of the list for pages, with data from the journal, in the given order. */
export async function transactionsOf(
  { reads, shop, listedOperations }: LinesDeps,
  keys: readonly RowKey[],
): Promise<Transaction[]> {
  const ours = keys.filter(({ type }) => type === 'activation').map(({ id }) => id);
  const issuers = keys.filter(({ type }) => type !== 'activation').map(({ id }) => id);
  const operations = await listedOperations(ours);
  const explained = await explainTransactions(reads, shop, issuers);
  const rows = issuers.length === 0 ? [] : await issuerRows({ reads, shop }, issuers);
  const all = new Map(
    rows.map((row) => [row.transactionId, transactionOf(row, explained.get(row.transactionId) ?? null)]),
  );
  for (const operation of operations) all.set(operation.id, operationLine(operation));
  return keys.flatMap(({ id }) => all.get(id) ?? []);
}

function operationLine({
  id,
  kind,
  outcome,
  state,
  count,
  at,
  cards,
  operationId,
  person,
  device,
}: ListedOperation): Transaction {
  return {
    id,
    type: kind,
    rawType: kind,
    status: outcome,
    rawStatus: state,
    mid: '',
    amount: count,
    currency: '',
    at: new Date(at).toISOString(),
    updatedAt: null,
    vouchers: [],
    cards,
    by: { operation: kind, id: operationId, person, device },
  };
}

/** Returns lines by their main rows, in the given order. */
export async function linesOf(deps: LinesDeps, found: readonly Omit<FoundRow, 'sorted'>[]): Promise<Line[]> {
  const partners = found.flatMap(({ pair_id, type }) => (pair_id === null ? [] : [{ id: pair_id, type }]));
  const all = new Map((await transactionsOf(deps, [...found, ...partners])).map((one) => [one.id, one]));
  return found.flatMap(({ id, pair_id }) => {
    const row = all.get(id);
    return row ? [lineOf(row, (pair_id === null ? null : all.get(pair_id)) ?? null)] : [];
  });
}

/** Returns stored rows of the issuer's search by id. */
export async function issuerRows({ reads, shop }: Pick<LinesDeps, 'reads' | 'shop'>, ids: readonly string[]) {
  const rows = await reads
    .selectFrom('issuer_row')
    .innerJoin('shop', 'shop.account', 'issuer_row.account')
    .selectAll('issuer_row')
    .where('shop.id', '=', shop)
    .where('transaction_id', 'in', ids)
    .execute();
  return rows.map(rowOf);
}

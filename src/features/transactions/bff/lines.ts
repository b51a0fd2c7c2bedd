import { rowOf } from '../../../bff/issuer/mirror/mirror-table.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Line, Transaction } from '../contract/transaction.ts';
import { explainTransactions } from './explained.ts';
import type { FoundRow } from './list-query.ts';
import { activationsOf } from './person-rows.ts';
import { lineOf, transactionOf } from './rows.ts';

export type LinesDeps = Pick<Ports, 'shop' | 'reads'>;

type RowKey = Pick<FoundRow, 'id' | 'type'>;

/** Converts rows of the list for pages, with data from the journal, in the given order. */
export async function transactionsOf({ reads, shop }: LinesDeps, keys: readonly RowKey[]): Promise<Transaction[]> {
  const ours = keys.filter(({ type }) => type === 'activation').map(({ id }) => id);
  const issuers = keys.filter(({ type }) => type !== 'activation').map(({ id }) => id);
  const activations = await activationsOf(reads, shop, ours);
  const explained = await explainTransactions(reads, shop, issuers);
  const rows = issuers.length === 0 ? [] : await issuerRows({ reads, shop }, issuers);
  const all = new Map(
    rows.map((row) => [row.transactionId, transactionOf(row, explained.get(row.transactionId) ?? null)]),
  );
  for (const activation of activations) all.set(activation.id, activation);
  return keys.flatMap(({ id }) => all.get(id) ?? []);
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
export async function issuerRows({ reads, shop }: LinesDeps, ids: readonly string[]) {
  const rows = await reads
    .selectFrom('issuer_row')
    .innerJoin('shop', 'shop.account', 'issuer_row.account')
    .selectAll('issuer_row')
    .where('shop.id', '=', shop)
    .where('transaction_id', 'in', ids)
    .execute();
  return rows.map(rowOf);
}

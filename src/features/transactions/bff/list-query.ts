import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Period } from '../../../bff/issuer/port.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { isAmong } from '../../../bff/platform/store/among.ts';
import type { ListRow } from '../../../bff/platform/store/list-rows.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { TransactionFilter } from '../contract/transaction.ts';
import type { Sort } from '../contract/transaction-list.ts';
import type { ListPosition } from './list-position.ts';

export interface ListScope extends Pick<Ports, 'shop' | 'reads'> {
  /**
   * The shop's own mid; until it is known, only rows that the journal explains are certainly ours.
   */
  readonly mid: string | null;
  readonly people: ReadonlyMap<string, string>;
  /** Only activations, for stock staff. */
  readonly onlyActivations: boolean;
}

/** Columns of a row that decide its position in the list, and its partner on the same line. */
export type FoundRow = Pick<ListRow, 'id' | 'type' | 'at' | 'pair_id'> & { readonly sorted: string | number | null };

export interface PageQuery {
  readonly period: Period;
  readonly filter: TransactionFilter;
  readonly sort: Sort;
  /** The last row of the previous page; null for the first page. */
  readonly after: ListPosition | null;
  readonly skip: number;
  readonly take: number;
  /** `skip` counts from the end of the list; the result keeps the order of the list. */
  readonly fromEnd?: boolean;
}

type Rows<O> = SelectQueryBuilder<Schema, 'list_row', O>;
type Row = ExpressionBuilder<Schema, 'list_row'>;

/** Rows that the shop may see: they name our mid or none, or the journal explains them. */
export function rowsSeen({ reads, shop, mid, onlyActivations }: ListScope) {
  const rows = reads.selectFrom('list_row').where('list_row.shop', '=', shop);
  const seen = rows.where((row) =>
    mid === null ? row('claimed', '=', 1) : row.or([row('claimed', '=', 1), row('mid', 'in', [mid, ''])]),
  );
  return onlyActivations ? seen.where('type', '=', 'activation') : seen;
}

/** Rows with a time in a period, inclusive. */
export function withinPeriod<O>(rows: Rows<O>, { from, to }: Period): Rows<O> {
  return rows.where('at', '>=', from).where('at', '<=', to);
}

/** The filter's conditions on voucher and amount; {@link rowsFitting} adds all others. */
function fittingVoucher(scope: ListScope, { last4, tag, min, max, receiptNo, entry }: TransactionFilter) {
  return (row: Row): Expression<SqlBool> =>
    row.and([
      ...(min === undefined ? [] : [row('amount', '>=', min)]),
      ...(max === undefined ? [] : [row('amount', '<=', max)]),
      ...(last4 === undefined ? [] : [sql<boolean>`tails like ${`%${likePattern(last4)} %`} escape '\\'`]),
      ...(tag === undefined ? [] : [isAmong(scope.reads, 'id', rowsOfVoucher(scope, tag))]),
      ...(receiptNo === undefined ? [] : [isAmong(scope.reads, 'id', rowsOfReceipt(scope, receiptNo))]),
      ...(entry === undefined ? [] : [isEntered(row, entry)]),
    ]);
}

type Source = Pick<ListScope, 'shop' | 'reads'>;

const rowsOfVoucher = ({ reads, shop }: Source, hash: string) =>
  reads
    .selectFrom('issuer_row_voucher')
    .innerJoin('shop', 'shop.account', 'issuer_row_voucher.account')
    .select('transaction_id')
    .where('shop.id', '=', shop)
    .where('hash', '=', hash);

/** Redemptions of sales with a receipt number, and their refunds. */
const rowsOfReceipt = (source: Source, receiptNo: string) =>
  source.reads
    .selectFrom('claim')
    .select('claim.transaction_id')
    .where(isAmong(source.reads, 'claim.operation_id', tendersOfReceipt(source, receiptNo)))
    .unionAll(
      source.reads
        .selectFrom('refund')
        .innerJoin('claim', 'claim.operation_id', 'refund.id')
        .select('claim.transaction_id')
        .where(isAmong(source.reads, 'refund.tender_id', tendersOfReceipt(source, receiptNo))),
    );

/**
 * A receipt number may have arrived after the redemption. Two queries, because an index is used for
 * each.
 */
const tendersOfReceipt = ({ reads, shop }: Source, receiptNo: string) =>
  reads
    .selectFrom('tender')
    .select('tender.id')
    .where('tender.shop', '=', shop)
    .where('tender.receipt_no', '=', receiptNo)
    .unionAll(
      reads
        .selectFrom('tender')
        .select('tender.id')
        .where('tender.shop', '=', shop)
        .where('tender.receipt_no', 'is', null)
        .where('tender.sale_id', 'in', (sales) =>
          sales
            .selectFrom('sale_receipt')
            .select('sale_receipt.sale_id')
            .where('sale_receipt.shop', '=', shop)
            .where('sale_receipt.receipt_no', '=', receiptNo),
        ),
    );

/**
 * True for a redemption whose code was entered in this way, and for its refund. Row security keeps
 * `coalesce` from an index.
 */
const isEntered = (row: Row, entry: NonNullable<TransactionFilter['entry']>) => {
  const claimed = row
    .selectFrom('claim')
    .leftJoin('refund', 'refund.id', 'claim.operation_id')
    .innerJoin('tender', (on) =>
      on.on('tender.id', '=', sql`case when refund.id is null then claim.operation_id else refund.tender_id end`),
    )
    .select('claim.operation_id')
    .whereRef('claim.shop', '=', 'list_row.shop')
    .whereRef('claim.transaction_id', '=', 'list_row.id')
    .where('tender.entry', '=', entry);
  return row.exists(claimed);
};

/** Returns a LIKE pattern for last four characters, in the format of the list. */
function likePattern(text: string): string {
  return text.toUpperCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
}

/** Returns rows that match a filter, without joining pairs. */
export function rowsFitting<O>(rows: Rows<O>, scope: ListScope, filter: TransactionFilter): Rows<O> {
  const { type, moved, status, mid, person } = filter;
  return rows
    .where(fittingVoucher(scope, filter))
    .$if(type !== undefined, (some) => some.where('type', '=', type ?? 'other'))
    .$if(moved === true, (some) =>
      some
        .where('type', '!=', 'authorization')
        .where((row) => row.or([row('type', '!=', 'other'), row('amount', '!=', 0)])),
    )
    .$if(status !== undefined, (some) => some.where('status', '=', status ?? 'unknown'))
    .$if(mid !== undefined, (some) => some.where('mid', '=', mid ?? ''))
    .$if(person !== undefined, (some) => some.where((row) => isBy(row, scope.people, person ?? '')));
}

function isBy(row: Row, people: ListScope['people'], name: string) {
  if (name === '') return row('person_id', 'is', null);
  const ids = [...people].filter(([, personName]) => personName === name).map(([id]) => id);
  return ids.length === 0 ? row.lit(false) : row('person_id', 'in', ids);
}

/**
 * Returns a page of lines, each by its main row: a capture includes its authorization, unless
 * authorizations are requested.
 */
export async function pageOfRows(
  scope: ListScope,
  { period, filter, sort, after, skip, take, fromEnd = false }: PageQuery,
): Promise<FoundRow[]> {
  const sorted = sortedBy(sort, scope.people);
  const lines = rowsFitting(withinPeriod(rowsSeen(scope), period), scope, filter)
    .$if(filter.type !== 'authorization', (rows) =>
      rows.where((row) => row.or([row('type', '!=', 'authorization'), row('paired', '=', 0)])),
    )
    .select(['id', 'type', 'at', 'pair_id', sorted.as('sorted')]);
  const later = after === null ? lines : lines.where(isAfter(after, sort, sorted));
  const found = await inOrder(later, sort, sorted, fromEnd).limit(take).offset(skip).execute();
  return fromEnd ? found.toReversed() : found;
}

type Sorted = ReturnType<typeof sql<string | number | null>>;

/** The sort value of rows; null if a row has none. */
function sortedBy({ key }: Sort, people: ListScope['people']): Sorted {
  switch (key) {
    case 'at':
      return sql`null`;
    case 'voucher':
      return sql`nullif(tails, '')`;
    case 'amount':
    case 'type':
    case 'status':
      return sql.ref(key);
    case 'person':
      return rankedBy(people);
  }
}

/** People in alphabetical order of their names. */
function rankedBy(people: ListScope['people']): Sorted {
  if (people.size === 0) return sql`null`;
  const names = [...new Set(people.values())].sort();
  const cases = [...people].map(([id, name]) => sql`when ${id} then ${sql.lit(names.indexOf(name))}`);
  return sql`case person_id ${sql.join(cases, sql` `)} end`;
}

/**
 * Sorts rows: those without a sort value last in both directions, those with equal values newest
 * first. For reading from the end, the order is reversed.
 */
function inOrder<O>(rows: Rows<O>, { key, down }: Sort, sorted: Sorted, isTurned: boolean): Rows<O> {
  const [falling, rising] = isTurned ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const);
  if (key === 'at') return rows.orderBy('at', down ? falling : rising).orderBy('id', down ? falling : rising);
  return rows
    .$if(!ALWAYS_NAMED.includes(key), (some) => some.orderBy(sql`(${sorted}) is null`, rising))
    .orderBy(sorted, down ? falling : rising)
    .orderBy('at', falling)
    .orderBy('id', falling);
}

/** Sort keys with a value in every row. */
const ALWAYS_NAMED: readonly Sort['key'][] = ['type', 'status'];

function isAfter({ sorted: value, at, id }: ListPosition, { key, down }: Sort, sorted: Sorted) {
  if (key === 'at') return down ? sql<boolean>`(at, id) < (${at}, ${id})` : sql<boolean>`(at, id) > (${at}, ${id})`;
  const alike = sql<boolean>`(at, id) < (${at}, ${id})`;
  if (value === null) return sql<boolean>`(${sorted}) is null and ${alike}`;
  const further = down ? sql`<` : sql`>`;
  const same = sql<boolean>`(${sorted}) = ${value} and ${alike}`;
  return sql<boolean>`((${sorted}) is null or (${sorted}) ${further} ${value} or (${same}))`;
}

/** Returns single rows of a period, newest first, at most `take`, older than `before`. */
export function newestRows(
  scope: ListScope,
  query: { period: Period; filter?: TransactionFilter; before: Pick<ListPosition, 'at' | 'id'> | null; take: number },
) {
  const { period, filter = {}, before, take } = query;
  return rowsFitting(withinPeriod(rowsSeen(scope), period), scope, filter)
    .$if(before !== null, (rows) => rows.where(sql<boolean>`(at, id) < (${before?.at ?? 0}, ${before?.id ?? ''})`))
    .select(['id', 'type', 'at', 'pair_id'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(take)
    .execute();
}

import type { ChartBuckets } from '../contract/chart-buckets.ts';
import type { Transaction, TransactionFilter } from '../contract/transaction.ts';
import type { LinesAnswer, Sort, SortKey } from '../contract/transaction-list.ts';
import { fitsFilter } from '../contract/transaction-sums.ts';
import { positionText, readListPosition } from './list-position.ts';
import type { RowGroup } from './totals.ts';

/* The few rows of one person are sorted and added up in memory, with the same results as the
   database's for the whole shop. */

interface PersonPageQuery {
  readonly filter: TransactionFilter;
  readonly sort: Sort;
  /** `next` of the previous page. */
  readonly after: string | undefined;
  readonly skip: number;
  readonly take: number;
  /** `skip` counts from the end of the list. */
  readonly fromEnd?: boolean;
}

/** A page of rows that each form a line of their own. */
export function personPage(
  rows: readonly Transaction[],
  { filter, sort, after, skip, take, fromEnd = false }: PersonPageQuery,
): LinesAnswer {
  const sorted = rows.filter((row) => fitsFilter(row, filter)).sort(byKey(sort));
  const last = after === undefined ? null : readListPosition(after);
  const begin = (last === null ? 0 : sorted.findIndex(({ id }) => id === last.id) + 1) + skip;
  const until = fromEnd ? Math.max(0, sorted.length - skip) : begin + take;
  const page = sorted.slice(fromEnd ? Math.max(0, until - take) : begin, until);
  const end = page.at(-1);
  const next =
    end === undefined || until >= sorted.length ? null : positionText({ sorted: null, at: timeOf(end), id: end.id });
  return { lines: page.map((row) => ({ row, authorization: null })), next };
}

/** Converts the rows that match a filter to groups of one, for adding up. */
export function personGroups(
  rows: readonly Transaction[],
  filter: TransactionFilter,
  { starts }: ChartBuckets,
): RowGroup[] {
  const fitting = rows.filter((row) => fitsFilter(row, filter));
  return fitting.map(({ type, status, currency, mid, amount, at, by }) => {
    const bar = at === null ? -1 : starts.findLastIndex((start) => start <= Date.parse(at));
    const added = { count: 1, named: amount === null ? 0 : 1, amount: amount ?? 0, paired: 0 };
    return { type, status, currency, mid, person: by?.person ?? null, bar: bar < 0 ? null : bar, ...added };
  });
}

const TEXTS: Readonly<Record<Exclude<SortKey, 'at' | 'amount'>, (row: Transaction) => string | null>> = {
  type: ({ type }) => type,
  voucher: ({ vouchers }) => vouchers.map(({ last4 }) => last4.toUpperCase()).join(' ') || null,
  person: ({ by }) => by?.person ?? null,
  status: ({ status }) => status,
};

function byKey({ key, down }: Sort) {
  const sign = down ? -1 : 1;
  const valueOf = (row: Transaction) => (key === 'at' ? timeOf(row) : key === 'amount' ? row.amount : TEXTS[key](row));
  return (one: Transaction, other: Transaction): number => {
    const left = valueOf(one);
    const right = valueOf(other);
    if (left === right) return newestFirst(one, other);
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -sign : sign;
  };
}

function newestFirst(one: Transaction, other: Transaction): number {
  return timeOf(other) - timeOf(one) || (one.id < other.id ? 1 : -1);
}

function timeOf({ at }: Transaction): number {
  return at === null ? 0 : Date.parse(at);
}

import type { Transaction, TransactionFilter } from '../../contract/transaction.ts';
import { createSums, fitsFilter, type Sums } from '../../contract/transaction-sums.ts';
import { type Bars, createBars, type Scale } from './buckets.ts';
import { NONE } from './growing-column.ts';
import type { Line } from './lines.ts';
import { createPairs, type Pairs } from './pairs.ts';
import { createRows, type Rows } from './rows.ts';
import { NEWEST_FIRST, type Sort, sortRows } from './sort.ts';

/** How the list is shown. */
export interface Shown {
  readonly filter: TransactionFilter;
  readonly sort: Sort;
  readonly scale: Scale;
}

/** What there is to choose from in the filters. */
export interface Facets {
  readonly people: readonly string[];
  readonly mids: readonly string[];
}

/** Lines in their order, made when they are wanted. */
export interface Lines {
  readonly length: number;
  slice(from: number, to: number): Line[];
}

/** The lines that fit, and what their fitting rows add up to. */
export interface Sight {
  readonly lines: Lines;
  readonly sums: Sums;
  readonly bars: readonly Bars[];
  readonly facets: Facets;
}

/** Every row that has arrived, put together into lines. Rows may arrive in any order and any number of times. */
export interface Book {
  add(rows: Iterable<Transaction>): void;
  /** How many different rows there are. */
  size(): number;
  find(id: string): Line | null;
  show(shown: Shown): Sight;
}

/** An empty book. Nothing in it waits, draws or fetches, so it runs as well in a worker. */
export function createBook(): Book {
  const rows = createRows();
  const pairs = createPairs(rows);
  /* It is shown often, and each time would leave a list as long as the book behind. */
  let fitting = new Int32Array(0);

  function lineOf(row: number): Line {
    const partner = pairs.partner(row);
    if (partner === NONE) return { row: rows.copy(row), authorization: null };
    const [capture, authorization] = isAuthorization(row) ? [partner, row] : [row, partner];
    return { row: rows.copy(capture), authorization: rows.copy(authorization) };
  }
  const isAuthorization = (row: number) => rows.kind(row).type === 'authorization';

  return {
    add(arrived) {
      for (const row of arrived) {
        const before = rows.numberOf(row.id);
        if (before === undefined || isNewer(row, rows.updated(before))) pairs.place(rows.put(row));
      }
      pairs.pairAnew();
    },
    size: rows.size,
    find(id) {
      const row = rows.numberOf(id);
      return row === undefined ? null : lineOf(row);
    },
    show(shown) {
      if (fitting.length < rows.size()) fitting = new Int32Array(2 * rows.size());
      const { order, ...sight } = showLines(rows, pairs, shown, fitting);
      const lines = { length: order.length, slice: (from: number, to: number) => Array.from(order.subarray(from, to), lineOf) };
      return { ...sight, lines };
    },
  };
}

/** What was updated later is newer; of two that say nothing about that, the one that came later, which may know more of the journal. */
function isNewer({ updatedAt }: Transaction, before: number): boolean {
  if (Number.isNaN(before)) return true;
  return updatedAt !== null && Date.parse(updatedAt) >= before;
}

/** Goes through every line; `fitting` has room for them. */
function showLines(
  rows: Rows,
  pairs: Pairs,
  { filter, sort, scale }: Shown,
  fitting: Int32Array,
): Omit<Sight, 'lines'> & { readonly order: Int32Array } {
  const [people, mids] = [new Set<string>(), new Set<string>()];
  const bars = createBars(scale);
  const summing = createSums();
  const takes = (row: number, at: number): boolean => {
    if (row === NONE) return false;
    const seen = rows.at(row);
    if (!fitsFilter(seen, filter)) return false;
    summing.add(seen);
    bars.add(seen, at);
    return true;
  };
  let count = 0;
  for (let row = 0; row < rows.size(); row += 1) {
    const { type, mid } = rows.kind(row);
    const partner = pairs.partner(row);
    if (type === 'authorization' && partner !== NONE) continue;
    const person = rows.person(row);
    if (person !== null) people.add(person);
    if (type !== 'activation') mids.add(mid);
    const at = rows.time(row);
    const [fits, authorizationFits] = [takes(row, at), takes(partner, at)];
    if (fits || authorizationFits) fitting[count++] = row;
  }
  const sums = summing.total();
  return {
    order: sortRows(fitting.slice(0, count), sort, rows),
    sums,
    bars: bars.of(sums.currencies.map(({ currency }) => currency)),
    facets: { people: [...people].sort(), mids: [...mids].sort() },
  };
}

/** How a list is shown when nobody has chosen anything. */
export const PLAIN = { filter: {}, sort: NEWEST_FIRST } as const;

import type { Transaction, TransactionFilter } from '../../contract/transaction.ts';
import { createSums, fitsFilter, type Sums } from '../../contract/transaction-sums.ts';
import { type Bars, createBars, type Scale } from './buckets.ts';
import { type Line, lineOf, pair, pairKey, rowsOf } from './lines.ts';
import { NEWEST_FIRST, type Sort, sortLines } from './sort.ts';

/** How the list is looked at. */
export interface Looked {
  readonly filter: TransactionFilter;
  readonly sort: Sort;
  readonly scale: Scale;
}

/** What there is to choose from in the filters. */
export interface Facets {
  readonly people: readonly string[];
  readonly mids: readonly string[];
}

/** The lines that fit, and what their fitting rows add up to. */
export interface Sight {
  readonly lines: readonly Line[];
  readonly sums: Sums;
  readonly bars: readonly Bars[];
  readonly facets: Facets;
}

/** Every row that has arrived, put together into lines. Rows may arrive in any order and any number of times. */
export interface Book {
  add(rows: readonly Transaction[]): void;
  /** How many different rows there are. */
  size(): number;
  find(id: string): Line | null;
  look(looked: Looked): Sight;
}

/** Words that many rows share are kept once. */
function createPool() {
  const known = new Map<string, string>();
  return (text: string): string => {
    const same = known.get(text);
    if (same !== undefined) return same;
    known.set(text, text);
    return text;
  };
}

/** An empty book. Nothing in it waits, draws or fetches, so it runs as well in a worker. */
export function createBook(): Book {
  const rows = new Map<string, Transaction>();
  const singles = new Map<string, Line>();
  const keyed = new Map<string, { readonly ids: Set<string>; lines: Line[] }>();
  const pool = createPool();

  function compact(row: Transaction): Transaction {
    const { by } = row;
    return {
      ...row,
      /* Mostly the same instant, so one text is enough. */
      updatedAt: row.updatedAt === row.at ? row.at : row.updatedAt,
      rawType: pool(row.rawType),
      rawStatus: pool(row.rawStatus),
      mid: pool(row.mid),
      currency: pool(row.currency),
      vouchers: row.vouchers.map(({ last4, tag, product }) => ({
        last4: pool(last4),
        tag: pool(tag),
        product: product === null ? null : pool(product),
      })),
      by: by && { ...by, person: by.person === null ? null : pool(by.person), device: by.device === null ? null : pool(by.device) },
    };
  }

  function forget(row: Transaction): void {
    singles.delete(row.id);
    const key = pairKey(row);
    if (key !== null) keyed.get(key)?.ids.delete(row.id);
  }

  function place(row: Transaction): string | null {
    const key = pairKey(row);
    if (key === null) {
      singles.set(row.id, lineOf(row));
      return null;
    }
    const group = keyed.get(key) ?? { ids: new Set<string>(), lines: [] };
    group.ids.add(row.id);
    keyed.set(key, group);
    return key;
  }

  function pairAnew(key: string): void {
    const group = keyed.get(key);
    if (group === undefined) return;
    group.lines = pair([...group.ids].flatMap((id) => rows.get(id) ?? []));
  }

  function* allLines(): Generator<Line> {
    yield* singles.values();
    for (const { lines } of keyed.values()) yield* lines;
  }

  return {
    add(arrived) {
      const touched = new Set<string>();
      for (const row of arrived) {
        const before = rows.get(row.id);
        if (before !== undefined && !isNewer(row, before)) continue;
        if (before !== undefined) {
          const key = pairKey(before);
          if (key !== null) touched.add(key);
          forget(before);
        }
        const kept = compact(row);
        rows.set(kept.id, kept);
        const key = place(kept);
        if (key !== null) touched.add(key);
      }
      for (const key of touched) pairAnew(key);
    },
    size: () => rows.size,
    find(id) {
      const row = rows.get(id);
      if (row === undefined) return null;
      const key = pairKey(row);
      if (key === null) return singles.get(id) ?? null;
      return keyed.get(key)?.lines.find((line) => rowsOf(line).some((one) => one.id === id)) ?? null;
    },
    look: ({ filter, sort, scale }) => lookAt(allLines(), filter, sort, scale),
  };
}

/** What was updated later is newer; of two that say nothing about that, the one that came later, which may know more of the journal. */
function isNewer(row: Transaction, before: Transaction): boolean {
  return (row.updatedAt ?? '') >= (before.updatedAt ?? '');
}

function lookAt(all: Iterable<Line>, filter: TransactionFilter, sort: Sort, scale: Scale): Sight {
  const lines: Line[] = [];
  const [people, mids] = [new Set<string>(), new Set<string>()];
  const bars = createBars(scale);
  const summing = createSums();
  const takes = (row: Transaction | null, at: number | null): boolean => {
    if (row === null || !fitsFilter(row, filter)) return false;
    summing.add(row);
    bars.add(row, at);
    return true;
  };
  for (const line of all) {
    const person = line.row.by?.person;
    if (person != null) people.add(person);
    if (line.row.type !== 'activation') mids.add(line.row.mid);
    const [fits, authorizationFits] = [takes(line.row, line.at), takes(line.authorization, line.at)];
    if (fits || authorizationFits) lines.push(line);
  }
  const sums = summing.total();
  return {
    lines: sortLines(lines, sort),
    sums,
    bars: bars.of(sums.currencies.map(({ currency }) => currency)),
    facets: { people: [...people].sort(), mids: [...mids].sort() },
  };
}

/** How a list is looked at when nobody has chosen anything. */
export const PLAIN = { filter: {}, sort: NEWEST_FIRST } as const;

import type { Rows } from './rows.ts';

/** By what the list may be sorted. */
export const SORT_KEYS = ['at', 'type', 'voucher', 'amount', 'person', 'status'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** How the list is sorted; `down` is from the largest, newest or last. */
export interface Sort {
  readonly key: SortKey;
  readonly down: boolean;
}

export const NEWEST_FIRST: Sort = { key: 'at', down: true };

/** Sorts rows, given by their numbers, in place. What names nothing to sort by comes last either way, and what is alike stays newest first. */
export function sortRows(order: Int32Array, { key, down }: Sort, rows: Rows): Int32Array {
  const value = valuesFor(key, order, rows);
  const sign = down ? -1 : 1;
  return order.sort((a, b) => {
    const [left, right] = [value(a), value(b)];
    if (Object.is(left, right)) return newestFirst(a, b, rows);
    if (Number.isNaN(left)) return 1;
    if (Number.isNaN(right)) return -1;
    return left < right ? -sign : sign;
  });
}

const TEXTS: Readonly<Record<Exclude<SortKey, 'at' | 'amount'>, (rows: Rows, row: number) => string | null>> = {
  type: (rows, row) => rows.kind(row).type,
  voucher: (rows, row) => rows.last4(row),
  person: (rows, row) => rows.person(row),
  status: (rows, row) => rows.kind(row).status,
};

/** A number for each row by which it is sorted; NaN where there is none. Texts count as their places among each other. */
function valuesFor(key: SortKey, order: Int32Array, rows: Rows): (row: number) => number {
  if (key === 'at') return rows.time;
  if (key === 'amount') return rows.amount;
  const textOf = TEXTS[key];
  const texts = new Set<string>();
  for (const row of order) {
    const text = textOf(rows, row);
    if (text !== null) texts.add(text);
  }
  const places = new Map([...texts].sort().map((text, place) => [text, place]));
  const values = new Float64Array(rows.size()).fill(Number.NaN);
  for (const row of order) values[row] = places.get(textOf(rows, row) ?? '') ?? Number.NaN;
  return (row) => values[row] ?? Number.NaN;
}

function newestFirst(a: number, b: number, rows: Rows): number {
  const [left, right] = [rows.time(a), rows.time(b)];
  if (!Object.is(left, right)) return Number.isNaN(left) || right > left ? 1 : -1;
  return rows.id(a) < rows.id(b) ? 1 : -1;
}

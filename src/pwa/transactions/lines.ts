import type { Transaction } from '../../contract/transaction.ts';

/** One line of the list: a row, and the authorization of the same redemption where it is a capture. */
export interface Line {
  readonly row: Transaction;
  readonly authorization: Transaction | null;
  /** When, milliseconds UTC; null where the row names no time. */
  readonly at: number | null;
}

/** An authorization comes so long before its capture at most, or as much after it as clocks within one service differ. */
const BEFORE_MS = 180_000;
const AFTER_MS = 2_000;

/** What an authorization and its capture have in common; null for rows that nothing can be put together with. */
export function pairKey({ type, at, mid, currency, vouchers }: Transaction): string | null {
  if ((type !== 'capture' && type !== 'authorization') || at === null || vouchers.length === 0) return null;
  const tags = vouchers.map(({ tag }) => tag).sort();
  return tags.includes('') ? null : `${mid} ${currency} ${tags.join(' ')}`;
}

/**
 * Puts captures and authorizations of one key together: each capture with the free authorization nearest before it, one of the same amount before
 * others. The result does not depend on the order of the rows.
 */
export function pair(rows: readonly Transaction[]): Line[] {
  const inOrder = rows.map(lineOf).sort(byTimeAndId);
  const free = new Set(inOrder.filter(({ row }) => row.type === 'authorization'));
  const lines: Line[] = [];
  for (const capture of inOrder) {
    if (capture.row.type === 'authorization') continue;
    const authorization = nearest(capture, free);
    if (authorization !== null) free.delete(authorization);
    lines.push(authorization === null ? capture : { ...capture, authorization: authorization.row });
  }
  return [...lines, ...free];
}

/** A row as a line of its own. */
export function lineOf(row: Transaction): Line {
  return { row, authorization: null, at: row.at === null ? null : Date.parse(row.at) };
}

/** Every row of a line. */
export function rowsOf({ row, authorization }: Line): readonly Transaction[] {
  return authorization === null ? [row] : [row, authorization];
}

function nearest(capture: Line, free: ReadonlySet<Line>): Line | null {
  let best: Line | null = null;
  for (const one of free) {
    const lead = (capture.at ?? 0) - (one.at ?? 0);
    if (lead < -AFTER_MS || lead > BEFORE_MS) continue;
    if (best === null || isBetter(one, best, capture)) best = one;
  }
  return best;
}

function isBetter(one: Line, other: Line, capture: Line): boolean {
  const [same, otherSame] = [one.row.amount === capture.row.amount, other.row.amount === capture.row.amount];
  if (same !== otherSame) return same;
  const distance = (line: Line) => Math.abs((capture.at ?? 0) - (line.at ?? 0));
  return distance(one) < distance(other);
}

function byTimeAndId(a: Line, b: Line): number {
  return (a.at ?? 0) - (b.at ?? 0) || (a.row.id < b.row.id ? -1 : 1);
}

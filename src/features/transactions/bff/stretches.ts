import type { Mirror } from '../../../bff/issuer/mirror/mirror.ts';
import type { Period } from '../../../bff/issuer/port.ts';
import { issuerUnclear } from '../../../bff/platform/http/problem.ts';
import type { Transaction, TransactionFilter } from '../contract/transaction.ts';
import { type LinesDeps, transactionsOf } from './lines.ts';
import { type ListScope, newestRows } from './list-query.ts';

/**
 * Where going back through a period goes on: what comes after `before` was given; `lengthMs` is how
 * much is made complete at a time.
 */
export interface Position {
  readonly before: number;
  readonly lengthMs: number;
}

const HOUR_MS = 3_600_000;
/** So short at first, so that the first rows are there at once. */
const FIRST_MS = HOUR_MS;
const SHORTEST_MS = 60_000;
const LONGEST_MS = 31 * 24 * HOUR_MS;
/** About so many rows make an answer, and more only where they are of one instant. */
const ROWS_WANTED = 1_000;
const GROWTH_MAX = 6;
/**
 * So many rows are made at a time where a file of all of them is written: redemptions wait for no
 * more.
 */
const PIECE_ROWS = 100;

export interface StretchDeps extends LinesDeps {
  readonly mirror: Pick<Mirror, 'complete'>;
  readonly scope: () => Promise<ListScope>;
}

/** Where a period begins to be read: at its end. */
export function firstPosition({ to }: Period): Position {
  return { before: to, lengthMs: FIRST_MS };
}

/** `next` of an answer, which programs send back as they got it. */
export function cursorOf({ before, lengthMs }: Position): string {
  return `${before}-${lengthMs}`;
}

/**
 * Reads a cursor; whatever stands in it, the period is not left and stretches keep a sane length.
 */
export function positionOf(cursor: string, { from, to }: Period): Position {
  const [before = from, lengthMs = FIRST_MS] = cursor.split('-').map(Number);
  return { before: Math.min(Math.max(before, from), to), lengthMs: clamp(lengthMs) };
}

/**
 * Makes the next stretch of a period complete, a shorter one where the issuer does not manage it.
 * @returns the stretch @throws Problem `issuer-unclear` when not even the shortest could be read
 */
export async function completeStretch(
  { mirror }: Pick<StretchDeps, 'mirror'>,
  period: Period,
  { before, lengthMs }: Position,
): Promise<Period> {
  const stretch = { from: Math.max(period.from, before - lengthMs), to: before };
  const reading = await mirror.complete(stretch);
  if (reading.outcome === 'ended') return stretch;
  if (lengthMs <= SHORTEST_MS || stretch.to - stretch.from <= SHORTEST_MS) throw issuerUnclear();
  return completeStretch({ mirror }, period, { before, lengthMs: clamp(Math.round(lengthMs / 4)) });
}

export interface Stretch {
  readonly rows: readonly Transaction[];
  /** Everything from here to the end of the period was given. */
  readonly reached: number;
  readonly next: Position | null;
  readonly mid: string | null;
}

/**
 * Rows of a period, a stretch of it at a time, the newest first.
 *
 * A row may come again in the next one. @throws Problem `issuer-unclear`
 */
export async function readStretch(
  deps: StretchDeps,
  period: Period,
  position = firstPosition(period),
): Promise<Stretch> {
  const stretch = await completeStretch(deps, period, position);
  const scope = await deps.scope();
  const { mid } = scope;
  let found: Awaited<ReturnType<typeof newestRows>> = [];
  for (let take = ROWS_WANTED; ; take *= 4) {
    found = await newestRows(scope, { period: stretch, before: null, take });
    const isAll = found.length < take;
    const oldest = found.at(-1)?.at ?? stretch.from;
    if (!isAll && oldest >= position.before) continue;
    const reached = isAll ? stretch.from : oldest;
    const lengthMs = nextStretchLength(stretch.to - stretch.from, isAll ? found.length : ROWS_WANTED);
    return {
      rows: await transactionsOf(deps, found),
      reached,
      next: reached <= period.from ? null : { before: reached, lengthMs },
      mid,
    };
  }
}

/**
 * Every row of a period that fits, in pieces, the newest first; each comes once. @throws Problem
 * `issuer-unclear`
 */
export async function* readAll(
  deps: StretchDeps,
  period: Period,
  filter: TransactionFilter = {},
): AsyncGenerator<Transaction[]> {
  let position: Position | null = firstPosition(period);
  let last: { readonly at: number; readonly id: string } | null = null;
  while (position !== null) {
    const stretch: Period = await completeStretch(deps, period, position);
    const scope = await deps.scope();
    let count = 0;
    for (;;) {
      const found: Awaited<ReturnType<typeof newestRows>> = await newestRows(scope, {
        period: stretch,
        filter,
        before: last,
        take: PIECE_ROWS,
      });
      count += found.length;
      last = found.at(-1) ?? last;
      yield await transactionsOf(deps, found);
      if (found.length < PIECE_ROWS) break;
    }
    position =
      stretch.from <= period.from
        ? null
        : { before: stretch.from, lengthMs: nextStretchLength(stretch.to - stretch.from, count) };
  }
}

/** How long the next stretch should be, from how many rows this one had. */
export function nextStretchLength(lengthMs: number, rows: number): number {
  const factor = rows === 0 ? GROWTH_MAX : ROWS_WANTED / rows;
  return clamp(Math.round(lengthMs * Math.min(GROWTH_MAX, Math.max(1 / GROWTH_MAX, factor))));
}

function clamp(lengthMs: number): number {
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, lengthMs));
}

import type { Mirror } from '../../../bff/issuer/mirror/mirror.ts';
import type { Period } from '../../../bff/issuer/port.ts';
import { issuerUnclear } from '../../../bff/platform/http/problem.ts';
import type { Transaction, TransactionFilter } from '../contract/transaction.ts';
import { SHORTEST_MS, STRETCHES_FIRST_MS, STRETCHES_GROWTH_MAX, STRETCHES_LONGEST_MS } from './limits.ts';
import { type LinesDeps, transactionsOf } from './lines.ts';
import { type ListScope, newestRows } from './list-query.ts';

/**
 * The position when reading a period backwards: everything after `before` was returned; `lengthMs`
 * is the length to complete at a time.
 */
export interface Position {
  readonly before: number;
  readonly lengthMs: number;
}

/** Target number of rows in a response; more only if they have the same time. */
const ROWS_TARGET = 1_000;
/** Rows per batch when a file is written, so that redemptions wait for one batch at most. */
const PIECE_ROWS = 100;

export interface StretchDeps extends LinesDeps {
  readonly mirror: Pick<Mirror, 'complete'>;
  readonly scope: () => Promise<ListScope>;
}

export function firstPosition({ to }: Period): Position {
  return { before: to, lengthMs: STRETCHES_FIRST_MS };
}

/** `next` of a response, which programs return unchanged. */
export function cursorOf({ before, lengthMs }: Position): string {
  return `${before}-${lengthMs}`;
}

/**
 * Parses a cursor; for any content, the position stays in the period and stretches have a sane
 * length.
 */
export function positionOf(cursor: string, { from, to }: Period): Position {
  const [before = from, lengthMs = STRETCHES_FIRST_MS] = cursor.split('-').map(Number);
  return { before: Math.min(Math.max(before, from), to), lengthMs: clamp(lengthMs) };
}

/**
 * Completes the next stretch of a period, a shorter one if the issuer cannot deliver it.
 * @returns the stretch @throws Problem `issuer-unclear` if not even the shortest could be read
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
  /** The returned rows cover the time from here to the end of the period. */
  readonly reached: number;
  readonly next: Position | null;
  readonly mid: string | null;
}

/**
 * Reads rows of a period, one stretch at a time, newest first. A row may appear again in the next
 * one. @throws Problem `issuer-unclear`
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
  for (let size = ROWS_TARGET; ; size *= 4) {
    found = await newestRows(scope, { period: stretch, before: null, take: size });
    const isAll = found.length < size;
    const oldest = found.at(-1)?.at ?? stretch.from;
    if (!isAll && oldest >= position.before) continue;
    const reached = isAll ? stretch.from : oldest;
    const lengthMs = nextStretchLength(stretch.to - stretch.from, isAll ? found.length : ROWS_TARGET);
    return {
      rows: await transactionsOf(deps, found),
      reached,
      next: reached <= period.from ? null : { before: reached, lengthMs },
      mid,
    };
  }
}

/**
 * Reads every matching row of a period, in batches, newest first, each once. @throws Problem
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

export function nextStretchLength(lengthMs: number, rows: number): number {
  const factor = rows === 0 ? STRETCHES_GROWTH_MAX : ROWS_TARGET / rows;
  return clamp(Math.round(lengthMs * Math.min(STRETCHES_GROWTH_MAX, Math.max(1 / STRETCHES_GROWTH_MAX, factor))));
}

function clamp(lengthMs: number): number {
  return Math.min(STRETCHES_LONGEST_MS, Math.max(SHORTEST_MS, lengthMs));
}

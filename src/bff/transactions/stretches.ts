import type { Period } from '../issuer/port.ts';

/** Where reading a period goes on: everything after `before` has been read; `lengthMs` is how much is asked for at a time. */
export interface Position {
  readonly before: number;
  readonly lengthMs: number;
}

const HOUR_MS = 3_600_000;
/** So short at first, so that the first rows are there at once. */
const FIRST_MS = HOUR_MS;
const SHORTEST_MS = 60_000;
const LONGEST_MS = 31 * 24 * HOUR_MS;
/** About so many rows of a stretch are few pages and one answer. */
const ROWS_WANTED = 300;
const GROWTH_MAX = 6;

/** Where reading a period begins: at its end. */
export function firstPosition({ to }: Period): Position {
  return { before: to, lengthMs: FIRST_MS };
}

/** `next` of an answer, which pages send back as they got it. */
export function cursorOf({ before, lengthMs }: Position): string {
  return `${before}-${lengthMs}`;
}

/** Reads a cursor; whatever stands in it, the period is not left and stretches keep a sane length. */
export function positionOf(cursor: string, { from, to }: Period): Position {
  const [before = from, lengthMs = FIRST_MS] = cursor.split('-').map(Number);
  return { before: Math.min(Math.max(before, from), to), lengthMs: clamp(lengthMs) };
}

/** The next stretches of a period, the newest first; they touch, so that a row between two of them is in one. */
export function stretchesAt({ before, lengthMs }: Position, { from }: Period, count: number): Period[] {
  const stretches: Period[] = [];
  for (let to = before; stretches.length < count && (to > from || stretches.length === 0); to -= lengthMs) {
    stretches.push({ from: Math.max(from, to - lengthMs), to });
  }
  return stretches;
}

/** How long the next stretches should be, from how many rows these had each. */
export function nextLength(lengthMs: number, rowsEach: number): number {
  const wanted = rowsEach === 0 ? GROWTH_MAX : ROWS_WANTED / rowsEach;
  return clamp(Math.round(lengthMs * Math.min(GROWTH_MAX, Math.max(1 / GROWTH_MAX, wanted))));
}

/** Shorter stretches, where the issuer did not manage these; null when they cannot be shorter. */
export function shorter({ before, lengthMs }: Position): Position | null {
  return lengthMs <= SHORTEST_MS ? null : { before, lengthMs: clamp(Math.round(lengthMs / 4)) };
}

function clamp(lengthMs: number): number {
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, lengthMs));
}

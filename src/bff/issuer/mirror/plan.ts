import type { Period } from '../port.ts';
import { AROUND_MS, DAY_SETTLES_MS, PLAN_GROWTH_MAX } from './limits.ts';
import type { Span } from './mirror-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SLICE_MS = { first: HOUR_MS, shortest: 5_000, longest: DAY_MS };
/** Days that ended longer ago are not read again. */
const DAYS_BACK = 3;

/**
 * Returns the next part of the past to read; null if nothing is missing. @param gaps missing parts,
 * newest first @param lengthMs how much to read at a time; null for the initial length
 */
export function nextBackfill(gaps: readonly Period[], lengthMs: number | null): Period | null {
  const [gap] = gaps;
  if (gap === undefined) return null;
  const length = Math.min(SLICE_MS.longest, Math.max(SLICE_MS.shortest, lengthMs ?? SLICE_MS.first));
  return { from: Math.max(gap.from, gap.to - length), to: gap.to };
}

/**
 * Returns days (UTC) of the last three that are due to be read again: once after their end, and
 * once a day later.
 * @param now the issuer's clock
 * @param ourNow our clock, which dates readings
 */
export function dueDays(now: number, ourNow: number, read: readonly Span[]): Period[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const ago = (issuerMs: number) => ourNow - (now - issuerMs);
  return Array.from({ length: DAYS_BACK }, (_, back) => ({
    from: today - (back + 1) * DAY_MS,
    to: today - back * DAY_MS,
  })).filter((day) => {
    const readings = read.filter(({ period }) => period.from === day.from && period.to === day.to);
    const dueAt = [day.to + DAY_SETTLES_MS, day.to + DAY_SETTLES_MS + DAY_MS].filter((due) => due <= now);
    const last = dueAt.at(-1);
    return last !== undefined && !readings.some(({ beganAt }) => beganAt >= ago(last));
  });
}

/**
 * Hours that are read again at every full hour: rows that appear up to an hour late are found the
 * same day, also if a server started during one of these readings.
 */
const HOURS_BACK = 3;

/** Returns the full hour before a time of the issuer's clock. */
export function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS) * HOUR_MS;
}

/**
 * Returns the last full hours (issuer's clock), which are due to be read again once.
 * @param readTo the end of the latest such reading
 */
export function dueHours(now: number, readTo: number): Period | null {
  const to = hourOf(now);
  return readTo === to ? null : { from: to - HOURS_BACK * HOUR_MS, to };
}

/**
 * Returns the shortest periods that contain these times, oldest first. Times within a minute of one
 * another share one. @param times oldest first
 */
export function periodsAround(times: readonly number[]): Period[] {
  const periods: { from: number; to: number }[] = [];
  for (const at of times) {
    const last = periods.at(-1);
    if (last && at - last.to < MINUTE_MS) last.to = at + AROUND_MS;
    else periods.push({ from: at - AROUND_MS, to: at + AROUND_MS });
  }
  return periods;
}

/** Target number of rows of a slice, a few pages. */
const ROWS_TARGET = 2_000;

export function nextSliceLength(lengthMs: number, rows: number): number {
  const factor = rows === 0 ? PLAN_GROWTH_MAX : ROWS_TARGET / rows;
  return Math.round(lengthMs * Math.min(PLAN_GROWTH_MAX, Math.max(1 / PLAN_GROWTH_MAX, factor)));
}

/** Returns the length to try after a slice that was too long; null if it cannot be shorter. */
export function shorterSliceLength(lengthMs: number): number | null {
  return lengthMs > SLICE_MS.shortest ? Math.max(SLICE_MS.shortest, Math.round(lengthMs / PLAN_GROWTH_MAX)) : null;
}

/**
 * Returns the length of the next slice after one of the last day: a shortened length stays, a
 * longer one is reset (null).
 */
export function lengthAfterRecentSlice(lengthMs: number | null): number | null {
  return lengthMs !== null && lengthMs < SLICE_MS.first ? lengthMs : null;
}

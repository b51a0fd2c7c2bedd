import type { Period } from '../port.ts';

/** Merges overlapping and adjoining periods, oldest first. */
export function mergePeriods(periods: readonly Period[]): Period[] {
  const gaps: Period[] = [];
  for (const { from, to } of [...periods].sort((a, b) => a.from - b.from)) {
    const last = gaps.at(-1);
    if (last && from <= last.to) gaps[gaps.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else gaps.push({ from, to });
  }
  return gaps;
}

/**
 * Returns the parts of a period outside all others, newest first, because people view the newest.
 */
export function gapsIn({ from, to }: Period, read: readonly Period[]): Period[] {
  const gaps: Period[] = [];
  let end = to;
  for (const span of mergePeriods(read).toReversed()) {
    if (span.from > end) continue;
    if (span.to < from) break;
    if (span.to < end) gaps.push({ from: Math.max(from, span.to), to: end });
    end = Math.min(end, span.from);
    if (end <= from) return gaps;
  }
  if (end > from) gaps.push({ from, to: end });
  return gaps;
}

/** Returns the total length of periods, milliseconds. */
export function lengthOf(periods: readonly Period[]): number {
  return periods.reduce((sum, { from, to }) => sum + to - from, 0);
}

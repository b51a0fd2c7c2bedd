import type { Closing } from '../../contract/transaction.ts';

/** A day with what was found at its end: the last try counts, the others are kept. */
export interface ClosedDay {
  readonly date: string;
  readonly last: Closing;
  /** The newest first. */
  readonly earlier: readonly Closing[];
}

/** Each day once, the latest day first. @param closings every try, the newest first */
export function closedDays(closings: readonly Closing[]): ClosedDay[] {
  const days = new Map<string, ClosedDay>();
  for (const closing of closings) {
    const { date } = closing;
    const day = days.get(date);
    days.set(date, day ? { ...day, earlier: [...day.earlier, closing] } : { date, last: closing, earlier: [] });
  }
  return [...days.values()].toSorted((a, b) => b.date.localeCompare(a.date));
}

import { addDays, type DayTerms, isDate, shopDate, startOfDay } from '../../../contract/platform/shop-day.ts';

export const TRAIL_PERIODS = ['today', 'yesterday', 'week', 'month', 'custom'] as const;
export type TrailPeriod = (typeof TRAIL_PERIODS)[number];

/** Two dates of the shop, `YYYY-MM-DD`, both included. */
export interface Dates {
  readonly first: string;
  readonly last: string;
}

/** The current dates of a period; null for a custom period. */
export function datesOf(period: TrailPeriod, now: number, days: DayTerms): Dates | null {
  const today = shopDate(now, days);
  switch (period) {
    case 'today':
      return { first: today, last: today };
    case 'yesterday':
      return { first: addDays(today, -1), last: addDays(today, -1) };
    case 'week':
      return { first: addDays(today, -6), last: today };
    case 'month':
      return { first: addDays(today, -30), last: today };
    case 'custom':
      return null;
    default:
      return period satisfies never;
  }
}

/**
 * The instants that enclose dates of the shop; the second one is excluded.
 *
 * Null if the dates are invalid or in the wrong order.
 */
export function instantsOf(
  { first, last }: Dates,
  days: DayTerms,
): { readonly from: string; readonly to: string } | null {
  if (!isDate(first) || !isDate(last) || last < first) return null;
  const iso = (date: string) => new Date(startOfDay(date, days)).toISOString();
  return { from: iso(first), to: iso(addDays(last, 1)) };
}

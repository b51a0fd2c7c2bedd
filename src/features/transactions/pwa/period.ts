import { addDays, type DayTerms, dayPeriod, isDate } from '../../../contract/platform/shop-day.ts';
import { PERIOD_DAYS_MAX } from '../contract/limits.ts';

export const PERIODS = ['today', 'yesterday', 'week', 'month', 'lastMonth', 'custom'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** Days of the shop, both included, `YYYY-MM-DD`. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

export interface NamedPeriod {
  readonly name: PeriodName;
  readonly days: Days;
}

/** The first and last day of a named period that ends at or before `today`; `custom`: today. */
export function daysOf(name: PeriodName, today: string): Days {
  switch (name) {
    case 'yesterday':
      return { first: addDays(today, -1), last: addDays(today, -1) };
    case 'week':
      return { first: addDays(today, -6), last: today };
    case 'month':
      return { first: `${today.slice(0, 8)}01`, last: today };
    case 'lastMonth': {
      const last = addDays(`${today.slice(0, 8)}01`, -1);
      return { first: `${last.slice(0, 8)}01`, last };
    }
    case 'today':
    case 'custom':
      return { first: today, last: today };
  }
}

/** A period in the format of the request: two instants, ISO 8601 UTC, both included. */
export interface IsoPeriod {
  readonly from: string;
  readonly to: string;
}

/** From the first millisecond of the first day to the last one of the last. */
export function isoPeriodOf({ first, last }: Days, days: DayTerms): IsoPeriod {
  const { from } = dayPeriod(first, days);
  const { to } = dayPeriod(last, days);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** True for two valid days in order, within the longest allowed period. */
export function areDays({ first, last }: Days): boolean {
  return isDate(first) && isDate(last) && first <= last && addDays(first, PERIOD_DAYS_MAX - 1) >= last;
}

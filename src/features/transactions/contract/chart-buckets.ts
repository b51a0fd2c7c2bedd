import { addDays, type DayTerms, shopDate, startOfDay } from '../../../contract/platform/shop-day.ts';
import { HOURLY_DAYS_MAX } from './limits.ts';

const HOUR_MS = 3_600_000;

/**
 * The bars of a chart. The start of each bar is in milliseconds UTC. The bars of one chart are all
 * hours or all days.
 */
export interface ChartBuckets {
  readonly unit: 'hour' | 'day';
  readonly starts: readonly number[];
}

/**
 * Divides a period into hours, or into days of the shop. The period is in milliseconds UTC,
 * inclusive.
 */
export function chartBucketsOf(
  { from, to }: { readonly from: number; readonly to: number },
  days: DayTerms,
): ChartBuckets {
  const starts: number[] = [];
  let date = shopDate(from, days);
  for (let start = startOfDay(date, days); start <= to; start = startOfDay(date, days)) {
    starts.push(start);
    date = addDays(date, 1);
  }
  if (starts.length > HOURLY_DAYS_MAX) return { unit: 'day', starts };
  const end = startOfDay(date, days);
  const first = starts[0] ?? from;
  return {
    unit: 'hour',
    starts: Array.from({ length: Math.ceil((end - first) / HOUR_MS) }, (_, hour) => first + hour * HOUR_MS),
  };
}

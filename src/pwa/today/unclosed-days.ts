import { addDays, type DayTerms, shopDate } from '../../contract/shop-day.ts';
import type { Closing } from '../../contract/transaction.ts';
import type { Totals } from '../../contract/transaction-list.ts';

/**
 * Days before today on which something was redeemed or refunded and that nobody closed.
 * @param totals of a period of whole days
 * @returns dates, the latest first
 */
export function unclosedDays(
  { scale, bars }: Pick<Totals, 'scale' | 'bars'>,
  closings: readonly Pick<Closing, 'date'>[],
  today: string,
  days: DayTerms,
): string[] {
  const closed = new Set(closings.map(({ date }) => date));
  const traded = scale.starts.flatMap((start, index) => {
    const isBusy = bars.some(({ captured, refunded }) => captured[index] !== 0 || refunded[index] !== 0);
    return isBusy ? [shopDate(start, days)] : [];
  });
  return [...new Set(traded)]
    .filter((date) => date < today && !closed.has(date))
    .toSorted()
    .toReversed();
}

/** The days that are looked at: a week, with today. */
export const weekUntil = (today: string) => ({ first: addDays(today, -6), last: today });
